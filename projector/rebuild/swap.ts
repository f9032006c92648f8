import { sql, type Transaction } from 'kysely';
import type { LogReader } from '#events/log/log.ts';
import type { ReadTables } from '#platform/read-tables/tables.ts';
import type { Projection } from '../projection/projection.ts';
import { advanceWithin } from '../runner/advance.ts';
import { notifyCheckpoints } from '../runner/checkpoints.ts';

/** Too much happened since the tables beside caught up to take it in while everybody waits. */
export class FallenBehindError extends Error {
  override name = 'FallenBehindError';
}

/** The most events that are taken in while the live model stands still. */
export const swapsWithin = 500;

/**
 * Puts the rebuilt tables into the place of the live ones. First the live checkpoint is locked, so the live model
 * stands still; then what it took in meanwhile is taken in here too; then the tables change places. Readers wait
 * for the last part, some milliseconds, and see the new tables: a statement looks its table up after it has its lock.
 * (A transaction that has held its snapshot since before the rebuild ended could see the new table as it was then.
 * So read in single statements, not under repeatable read.)
 * Where the live model knows of more than the log (one was put back from an older backup), the log is right.
 * @returns the position at which the model stands now.
 */
export const swap = async (
  transaction: Transaction<ReadTables>,
  projection: Projection,
  position: number,
  reader: Pick<LogReader, 'readPage' | 'head'>,
): Promise<number> => {
  const { model } = projection;
  await sql`set local lock_timeout = '200ms'`.execute(transaction);
  const { rows } = await sql<{ position: number }>`
    select position from read.checkpoints where model = ${model} for update`.execute(transaction);
  const live = Math.min(rows[0]?.position ?? 0, await reader.head());
  if (live < position)
    throw new Error(`The live checkpoint of ${model} went back to ${live} during the rebuild: run it again.`);
  if (live - position > swapsWithin) throw new FallenBehindError();
  if (live > position) {
    const { events } = await reader.readPage(position, live - position);
    await advanceWithin(
      transaction,
      [projection],
      { from: position, to: live, events },
      { careful: true, announce: false },
    );
  }
  for (const { name } of projection.tables) {
    await sql`drop table ${sql.id('read', name)}`.execute(transaction);
    await sql`alter table ${sql.id('read_next', name)} set schema read`.execute(transaction);
  }
  await sql`delete from read.parked where model = ${model}`.execute(transaction);
  await sql`insert into read.parked select * from read_next.parked where model = ${model}`.execute(
    transaction,
  );
  const moved = await sql<{ position: number; relevant_position: number; epoch: number }>`
    update read.checkpoints as live
    set epoch = live.epoch + 1, position = ${live}, relevant_position = next.relevant_position, updated_at = clock_timestamp()
    from read_next.checkpoints as next
    where live.model = ${model} and next.model = ${model}
    returning live.position, live.relevant_position, live.epoch`.execute(transaction);
  for (const row of moved.rows)
    await notifyCheckpoints(transaction, {
      [model]: { position: row.position, relevantPosition: row.relevant_position, epoch: row.epoch },
    });
  return live;
};
