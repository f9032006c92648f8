import type { Pool } from 'pg';
import type { RecordedEvent } from '#events/log/log.ts';
import {
  decodeRows,
  type EventRow,
  pageOfTypesQuery,
  pageQuery,
  rawTextTypes,
} from '#events/log/read/event-row.ts';
import type { LogSlice, PositionRange } from '#events/pseudonyms/pseudonymous-pages.ts';

/** How many positions one query searches for events of certain types, which takes some milliseconds. */
const maxSearchedPositions = 10_000;

/**
 * Runs a query that can be cancelled. When the signal aborts, the connection is closed. PostgreSQL notices this during the
 * query (`client_connection_check_interval`) and cancels it. The connection returns to the pool as soon as the rows are
 * read, so a slow consumer holds no connection.
 * @returns the events; personal fields are null.
 */
const queryEvents = async (
  pool: Pool,
  signal: AbortSignal,
  query: { name: string; text: string; values: unknown[] },
): Promise<RecordedEvent[]> => {
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
    const { rows } = await client.query<EventRow>({ ...query, rowMode: 'array', types: rawTextTypes });
    release(false);
    return await decodeRows(rows, null);
  } catch (error) {
    destroy();
    throw error;
  } finally {
    signal.removeEventListener('abort', destroy);
  }
};

/**
 * Reads the next events of a range.
 * @throws if the signal aborts.
 */
export const readLogPage = async (
  pool: Pool,
  signal: AbortSignal,
  { after, to, types }: PositionRange,
  limit: number,
): Promise<LogSlice> => {
  if (types.size === 0) {
    const events = await queryEvents(pool, signal, { ...pageQuery, values: [after, limit] });
    return { events, upTo: events.at(-1)?.position ?? to };
  }
  const end = Math.min(after + maxSearchedPositions, to);
  const values = [after, limit, end, [...types]];
  const events = await queryEvents(pool, signal, { ...pageOfTypesQuery, values });
  return { events, upTo: events.length < limit ? end : (events.at(-1)?.position ?? end) };
};
