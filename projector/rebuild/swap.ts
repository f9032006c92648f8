import { sql, type Transaction } from 'kysely';
import type { LogReader } from '#events/log/log.ts';
import type { CheckpointNotice } from '#platform/read-tables/checkpoints.ts';
import type { ReadTables } from '#platform/read-tables/tables.ts';
import type { Projection } from '../projection/projection.ts';
import { advanceWithin } from '../runner/advance.ts';
import { notifyCheckpoints } from '../runner/checkpoints.ts';
import { gapsBetween, livePositions } from './gaps.ts';

/** Too much happened since the tables beside caught up to take it in while everybody waits. */
export class FallenBehindError extends Error {
  override name = 'FallenBehindError';
}

/** The most events that are taken in while the live models stand still. */
export const swapsWithin = 500;

/** From here on the live models stand still, and nobody cleans their tables. Readers go on. */
const holdStill = async (transaction: Transaction<ReadTables>, tables: ReturnType<typeof sql.join>) => {
  // The database's own cleaning gives way to who has waited for a second.
  await sql`set local lock_timeout = '5s'`.execute(transaction);
  await sql`lock table ${tables} in share update exclusive mode`.execute(transaction);
  await sql`lock table read.checkpoints in share row exclusive mode`.execute(transaction);
};

/**
 * Puts the rebuilt tables of some models into the place of the live ones, all at one moment: a statement that reads
 * several of them never sees some new and others old, and clients are told once to fetch again. First the checkpoints are
 * locked, so the live models stand still; then what they took in meanwhile is taken in here too; then the tables change
 * places. Readers wait for the last part, some milliseconds, and see the new tables: a statement looks its tables up after
 * it has its locks. (A transaction that has held its snapshot since before the rebuild ended could see the new tables as
 * they were then. So read in single statements, not under repeatable read.)
 * Where a live model knows of more than the log (one was put back from an older backup), the log is right.
 * @param built by model, the position up to which the tables beside are built.
 * @returns by model, the position at which it stands now.
 */
export const swap = async (
  transaction: Transaction<ReadTables>,
  projections: readonly Projection[],
  built: ReadonlyMap<string, number>,
  reader: Pick<LogReader, 'readPage' | 'head'>,
): Promise<Map<string, number>> => {
  // Everything that was built without waiting for the disk is on it when this is.
  await sql`set local synchronous_commit = on`.execute(transaction);
  const models = projections.map(({ model }) => model);
  const names = projections.flatMap(({ tables }) => tables.map(({ name }) => name));
  const liveTables = sql.join(names.map((name) => sql.id('read', name)));
  await holdStill(transaction, liveTables);
  const head = await reader.head();
  const live = new Map<string, number>();
  for (const [model, position] of await livePositions(transaction, models))
    live.set(model, Math.min(position, head));
  for (const { from, to, together } of gapsBetween(projections, built, live)) {
    if (to < from) throw new Error('A live checkpoint went back during the rebuild: run it again.');
    if (to - from > swapsWithin) throw new FallenBehindError();
    if (to === from) continue;
    const { events } = await reader.readPage(from, to - from);
    await advanceWithin(transaction, together, { from, to, events }, { careful: true, announce: false });
  }
  await sql`set local lock_timeout = '200ms'`.execute(transaction);
  // For all of them together, so that readers do not wait longer the more tables there are.
  await sql`set local statement_timeout = '1s'`.execute(transaction);
  await sql`lock table ${liveTables} in access exclusive mode`.execute(transaction);
  await sql`set local statement_timeout = '30s'`.execute(transaction);
  await sql`drop table ${liveTables}`.execute(transaction);
  for (const name of names)
    await sql`alter table ${sql.id('read_next', name)} set schema read`.execute(transaction);
  await sql`delete from read.parked where model = any(${models}::text[])`.execute(transaction);
  await sql`
    insert into read.parked select * from read_next.parked where model = any(${models}::text[])`.execute(
    transaction,
  );
  const moved = await sql<{ model: string; position: number; relevant_position: number; epoch: number }>`
    update read.checkpoints as live
    set epoch = live.epoch + 1, position = next.position, relevant_position = next.relevant_position,
        updated_at = clock_timestamp()
    from read_next.checkpoints as next
    where live.model = next.model and live.model = any(${models}::text[])
    returning live.model, live.position, live.relevant_position, live.epoch`.execute(transaction);
  const notice: CheckpointNotice = {};
  for (const { model, position, relevant_position, epoch } of moved.rows)
    notice[model] = { position, relevantPosition: relevant_position, epoch };
  await notifyCheckpoints(transaction, notice);
  return live;
};
