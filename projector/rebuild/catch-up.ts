import { type Kysely, sql } from 'kysely';
import type { LogReader } from '#events/log/log.ts';
import type { ReadTables } from '#platform/read-tables/tables.ts';
import type { Projection } from '../projection/projection.ts';
import { advance } from '../runner/advance.ts';

export type CatchUpOptions = {
  db: Kysely<ReadTables>;
  projection: Projection;
  reader: Pick<LogReader, 'readPage'>;
  pageSize: number;
  signal: AbortSignal;
};

/** Where the live model stands. */
export const livePosition = async (db: Kysely<ReadTables>, model: string): Promise<number> => {
  const { rows } = await sql<{ position: number }>`
    select position from read.checkpoints where model = ${model}`.execute(db);
  return rows[0]?.position ?? 0;
};

/**
 * Takes the log into tables beside, after one position up to another, the next page being read while the last is
 * written. Positions are dense, so pages end exactly where they should.
 * @returns the position that was reached: `to`, unless the log ends before.
 */
export const catchUp = async (
  { db, projection, reader, pageSize, signal }: CatchUpOptions,
  after: number,
  to: number,
): Promise<number> => {
  const read = (from: number) => {
    const page = reader.readPage(from, Math.min(pageSize, to - from));
    // A page that is read ahead may fail before anybody waits for it.
    page.catch(() => {});
    return page;
  };
  let position = after;
  let next = position < to ? read(position) : null;
  while (next !== null) {
    signal.throwIfAborted();
    const { events } = await next;
    const last = events.at(-1)?.position;
    if (last === undefined) return position;
    next = last < to ? read(last) : null;
    await advance(db, [projection], { from: position, to: last, events }, { announce: false });
    position = last;
  }
  return position;
};
