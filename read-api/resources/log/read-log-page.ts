import type { Pool } from 'pg';
import type { Archive } from '#events/archive/archive.ts';
import { type LogSource, readArchivedOfTypes, readArchivedRange } from '#events/archive/archived-events.ts';
import {
  decodeRows,
  type EventRow,
  pageOfTypesQuery,
  pageQuery,
  type RowWithHead,
  rawTextTypes,
  splitArchivedHead,
  toEventRow,
} from '#events/log/read/event-row.ts';
import type { LogSelection, LogSlice } from '#events/pseudonyms/pseudonymous-pages.ts';

/** How many positions one query searches for events of certain types, which takes a few milliseconds. */
const maxSearchedPositions = 10_000;

/**
 * Runs a query that can be cancelled. When the signal aborts, the connection is closed. PostgreSQL notices this during the
 * query (`client_connection_check_interval`) and cancels it. The connection returns to the pool as soon as the rows are
 * read, so a slow consumer holds no connection.
 */
const queryRows = async <Row extends unknown[]>(
  pool: Pool,
  signal: AbortSignal,
  query: { name: string; text: string; values: unknown[] },
): Promise<Row[]> => {
  signal.throwIfAborted();
  const client = await pool.connect();
  let isReleased = false;
  const release = (shouldDestroy: boolean) => {
    if (!isReleased) client.release(shouldDestroy);
    isReleased = true;
  };
  const destroy = () => release(true);
  signal.addEventListener('abort', destroy, { once: true });
  if (signal.aborted) destroy();
  try {
    signal.throwIfAborted();
    const { rows } = await client.query<Row>({ ...query, rowMode: 'array', types: rawTextTypes });
    release(false);
    return rows;
  } catch (error) {
    destroy();
    throw error;
  } finally {
    signal.removeEventListener('abort', destroy);
  }
};

type Range = { after: number; to: number };
type PageDependencies = { pool: Pool; source: LogSource; signal: AbortSignal };

/** Reads the next events after a position, of all types. A page never mixes archived events with others. */
const readRows = async (
  { pool, source, signal }: PageDependencies,
  { after, to }: Range,
  limit: number,
): Promise<{ rows: EventRow[]; upTo: number }> => {
  const rows = await queryRows<EventRow>(pool, signal, { ...pageQuery, values: [after, limit] });
  const firstStored = Number(rows[0]?.[0] ?? to + 1);
  // Positions have no gaps, so the events before the first row are archived. The rows were read first: events that are archived later
  // are among them.
  const archived = await readArchivedRange(source, after + 1, Math.min(after + limit, to, firstStored - 1));
  if (archived.length > 0)
    return { rows: archived.map(toEventRow), upTo: archived.at(-1)?.position ?? after };
  return { rows, upTo: Number(rows.at(-1)?.[0] ?? to) };
};

/** Reads the next events of some types after a position. */
const readRowsOfTypes = async (
  { pool, source, signal }: PageDependencies,
  { after, to }: Range,
  limit: number,
  types: readonly string[],
): Promise<{ rows: EventRow[]; upTo: number }> => {
  const end = Math.min(after + maxSearchedPositions, to);
  const { rows: stored, archivedHead } = splitArchivedHead(
    await queryRows<RowWithHead>(pool, signal, { ...pageOfTypesQuery, values: [after, limit, end, types] }),
  );
  const archived = await readArchivedOfTypes(source, after + 1, Math.min(end, archivedHead), types);
  const rows = [...archived.map(toEventRow), ...stored].slice(0, limit);
  return { rows, upTo: rows.length < limit ? end : Number(rows.at(-1)?.[0] ?? end) };
};

/**
 * Reads the next events of a range. Personal fields are null.
 * @param archive reads archived events; null if this process has no object store.
 * @throws if the signal aborts; ArchiveError if archived events cannot be read.
 */
export const readLogPage = async (
  { pool, archive, signal }: { pool: Pool; archive: Archive | null; signal: AbortSignal },
  { after, to, types }: LogSelection,
  limit: number,
): Promise<LogSlice> => {
  const dependencies = { pool, source: { database: pool, archive }, signal };
  const { rows, upTo } =
    types.size === 0
      ? await readRows(dependencies, { after, to }, limit)
      : await readRowsOfTypes(dependencies, { after, to }, limit, [...types]);
  signal.throwIfAborted();
  return { events: await decodeRows(rows, null), upTo };
};
