import type { Kysely } from 'kysely';
import type { LogReader } from '#events/log/log.ts';
import type { ReadTables } from '#platform/read-tables/read-tables.ts';
import type { Projection } from '../projection/projection.ts';
import { advance } from '../runner/advance.ts';
import { readLogRanges } from './read-log-ranges.ts';

type CatchUpOptions = {
  db: Kysely<ReadTables>;
  /** Models at the same position. */
  projections: readonly Projection[];
  reader: Pick<LogReader, 'readPage' | 'head'>;
  pageSize?: number | undefined;
  signal: AbortSignal;
};

/**
 * Applies the events after position `after` and up to position `to` to shadow tables, page by page, as the leader does.
 * Streams whose events fail are parked.
 * @returns the position that was reached: `to`, or the end of the log if that comes first.
 */
export const catchUp = async (
  { db, projections, reader, pageSize = 5_000, signal }: CatchUpOptions,
  after: number,
  to: number,
): Promise<number> => {
  let position = after;
  for await (const range of readLogRanges({ reader, after, to, pageSize, signal })) {
    await advance(db, projections, range, { shouldNotify: false });
    position = range.to;
  }
  return position;
};
