import type { Kysely } from 'kysely';
import type { LogReader } from '#events/log/log.ts';
import type { ReadTables } from '#platform/read-tables/tables.ts';
import type { Projection } from '../projection/projection.ts';
import { advance } from '../runner/advance.ts';

export type Filling = {
  db: Kysely<ReadTables>;
  projections: readonly Projection[];
  reader: Pick<LogReader, 'readPage'>;
  signal: AbortSignal;
  /** Told after each page up to where the tables are. */
  onPage?: (position: number) => void;
};

const pageSize = 5_000;

/**
 * Takes the log from its beginning up to a position into the tables of all models together, so that each event is read (and
 * its box opened) once; the next page is read while the last is written.
 * @throws when the log ends before the position, or the signal aborts.
 */
export const fill = async (
  { db, projections, reader, signal, onPage = () => {} }: Filling,
  upTo: number,
): Promise<void> => {
  const read = (from: number) => {
    const page = reader.readPage(from, Math.min(pageSize, upTo - from));
    // A page that is read ahead may fail before anybody waits for it.
    page.catch(() => {});
    return page;
  };
  let position = 0;
  let next = position < upTo ? read(position) : null;
  while (next !== null) {
    signal.throwIfAborted();
    const { events } = await next;
    const to = events.at(-1)?.position;
    if (to === undefined) throw new Error(`The log ends at ${position}, before ${upTo}.`);
    next = to < upTo ? read(to) : null;
    await advance(db, projections, { from: position, to, events }, { announce: false });
    position = to;
    onPage(position);
  }
};
