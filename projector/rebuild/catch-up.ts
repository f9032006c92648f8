import type { Kysely } from 'kysely';
import type { LogReader } from '#events/log/log.ts';
import type { ReadTables } from '#platform/read-tables/tables.ts';
import type { Projection } from '../projection/projection.ts';
import { advance } from '../runner/advance.ts';
import { pagesOf } from './pages.ts';

export type CatchUpOptions = {
  db: Kysely<ReadTables>;
  /** Models that stand at the same position. */
  projections: readonly Projection[];
  reader: Pick<LogReader, 'readPage' | 'head'>;
  pageSize?: number | undefined;
  signal: AbortSignal;
};

/**
 * Takes the log into tables beside, after one position up to another, as the leader would: page by page, and what cannot be
 * projected is parked.
 * @returns the position that was reached: `to`, unless the log ends before.
 */
export const catchUp = async (
  { db, projections, reader, pageSize = 5_000, signal }: CatchUpOptions,
  after: number,
  to: number,
): Promise<number> => {
  let position = after;
  for await (const page of pagesOf({ reader, after, to, pageSize, signal })) {
    await advance(db, projections, page, { announce: false });
    position = page.to;
  }
  return position;
};
