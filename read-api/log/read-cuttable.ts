import type { Pool } from 'pg';
import { type EventRow, pageQuery, rawText, readRows } from '#events/log/event-row.ts';
import type { RecordedEvent } from '#events/log/log.ts';

/**
 * Reads a page of the log that nobody may want any more before it is there: when the signal aborts, the connection is cut
 * and the server, which looks for its client while it works (`client_connection_check_interval`), ends the query. The
 * connection is the pool's again as soon as the page is read: who takes a page slowly holds none.
 * @returns at most `limit` events after a position, personal fields null. @throws when the signal aborts.
 */
export const readCuttable = async (
  pool: Pool,
  signal: AbortSignal,
  after: number,
  limit: number,
): Promise<RecordedEvent[]> => {
  signal.throwIfAborted();
  const client = await pool.connect();
  let given = false;
  const giveBack = (broken: boolean) => {
    if (!given) client.release(broken);
    given = true;
  };
  const cut = () => giveBack(true);
  signal.addEventListener('abort', cut, { once: true });
  if (signal.aborted) cut();
  try {
    signal.throwIfAborted();
    const { rows } = await client.query<EventRow>({
      ...pageQuery,
      values: [after, limit],
      rowMode: 'array',
      types: rawText,
    });
    giveBack(false);
    return await readRows(rows, null);
  } catch (error) {
    giveBack(true);
    throw error;
  } finally {
    signal.removeEventListener('abort', cut);
  }
};
