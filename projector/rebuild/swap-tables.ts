import { sql, type Transaction } from 'kysely';
import type { LogReader } from '#events/log/log.ts';
import type { CheckpointNotice } from '#platform/read-tables/checkpoints.ts';
import type { ReadTables } from '#platform/read-tables/read-tables.ts';
import { notifyCheckpoints } from '../projection/checkpoints.ts';
import type { Projection } from '../projection/projection.ts';
import { advanceInTransaction } from '../runner/advance.ts';
import { findCatchUpRanges, loadCurrentPositions } from './catch-up-ranges.ts';

/** Since the shadow tables caught up, more events have been appended than a swap may apply. */
export class FallenBehindError extends Error {
  override name = 'FallenBehindError';
}

/** The maximum number of events that a swap applies to a model while the current tables are locked. */
export const maxEventsInSwap = 500;

/** Blocks vacuuming of the current tables, and changes to the checkpoints, so that the leader applies no events. Reads continue. */
const lockCurrentTables = async (
  transaction: Transaction<ReadTables>,
  tables: ReturnType<typeof sql.join>,
) => {
  // A running autovacuum is cancelled when it has blocked a lock request for one second.
  await sql`set local lock_timeout = '5s'`.execute(transaction);
  await sql`lock table ${tables} in share update exclusive mode`.execute(transaction);
  await sql`lock table read.checkpoints in share row exclusive mode`.execute(transaction);
};

/** Replaces the current tables. Queries wait for this part, which takes a few milliseconds, and then see the new tables. */
const replaceTables = async (
  transaction: Transaction<ReadTables>,
  currentTables: ReturnType<typeof sql.join>,
  names: readonly string[],
): Promise<void> => {
  await sql`set local lock_timeout = '200ms'`.execute(transaction);
  // Limits the wait for all locks together, so that queries do not wait longer if there are more tables.
  await sql`set local statement_timeout = '1s'`.execute(transaction);
  await sql`lock table ${currentTables} in access exclusive mode`.execute(transaction);
  await sql`set local statement_timeout = '30s'`.execute(transaction);
  await sql`drop table ${currentTables}`.execute(transaction);
  for (const name of names)
    await sql`alter table ${sql.id('read_next', name)} set schema read`.execute(transaction);
};

/** Copies the parked streams and checkpoints of the shadow tables and increments the epochs. */
const replaceProgress = async (
  transaction: Transaction<ReadTables>,
  models: readonly string[],
): Promise<CheckpointNotice> => {
  await sql`delete from read.parked where model = any(${models}::text[])`.execute(transaction);
  await sql`
    insert into read.parked select * from read_next.parked where model = any(${models}::text[])`.execute(
    transaction,
  );
  const { rows } = await sql<{ model: string; position: number; relevant_position: number; epoch: number }>`
    update read.checkpoints as progress
    set epoch = progress.epoch + 1, position = next.position, relevant_position = next.relevant_position,
        updated_at = clock_timestamp()
    from read_next.checkpoints as next
    where progress.model = next.model and progress.model = any(${models}::text[])
    returning progress.model, progress.position, progress.relevant_position, progress.epoch`.execute(
    transaction,
  );
  return Object.fromEntries(
    rows.map(({ model, position, relevant_position, epoch }) => [
      model,
      { position, relevantPosition: relevant_position, epoch },
    ]),
  );
};

/**
 * Replaces the current tables of some models with the rebuilt ones, all in one transaction: no statement sees some new and
 * some old tables, and clients refetch only once. Steps:
 * 1. Lock the checkpoints, so that no events are applied to the current tables.
 * 2. Apply the events that the shadow tables still lack.
 * 3. Replace the tables. A query that waited for a lock looks up its tables again, so it sees the new ones. A transaction
 *   whose snapshot is older than the rebuild would see the new tables without their rows. So other processes must read
 *   with single statements, or begin a transaction under `repeatable read` by locking the tables, which takes no snapshot.
 * If the current tables of a model contain events that the log does not have, for example after the restore of an older backup, the model
 * is reset to the log.
 * @param built the position of each model's shadow tables.
 * @returns the position of each model after the swap.
 * @throws {FallenBehindError} if the shadow tables lack more than {@link maxEventsInSwap} events.
 */
export const swapTables = async (
  transaction: Transaction<ReadTables>,
  projections: readonly Projection[],
  built: ReadonlyMap<string, number>,
  reader: Pick<LogReader, 'readPage' | 'head'>,
): Promise<Map<string, number>> => {
  // Makes the commit wait until this transaction is on disk. By then all earlier transactions, which did not wait, are on disk as well.
  await sql`set local synchronous_commit = on`.execute(transaction);
  const models = projections.map(({ model }) => model);
  const names = projections.flatMap(({ tables }) => tables.map(({ name }) => name));
  const currentTables = sql.join(names.map((name) => sql.id('read', name)));
  await lockCurrentTables(transaction, currentTables);
  const head = await reader.head();
  const current = new Map<string, number>();
  for (const [model, position] of await loadCurrentPositions(transaction, models))
    current.set(model, Math.min(position, head));
  for (const { after, to, projections: group } of findCatchUpRanges(projections, built, current)) {
    if (to < after) throw new Error('A checkpoint moved back during the rebuild. Run the rebuild again.');
    if (to - after > maxEventsInSwap) throw new FallenBehindError();
    if (to === after) continue;
    const { events } = await reader.readPage(after, to - after);
    const options = { shouldPark: true, shouldNotify: false };
    await advanceInTransaction(transaction, group, { after, to, events }, options);
  }
  await replaceTables(transaction, currentTables, names);
  await notifyCheckpoints(transaction, await replaceProgress(transaction, models));
  return current;
};
