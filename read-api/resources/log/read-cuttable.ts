import type { Pool } from 'pg';
import { type EventRow, pageOfTypesQuery, pageQuery, rawText, readRows } from '#events/log/event-row.ts';
import type { RecordedEvent } from '#events/log/log.ts';
import type { Part, Stretch } from '#events/pseudonyms/walk.ts';

type Question = { name: string; text: string; values: unknown[] };

/**
 * Asks for events that nobody may want any more before they are there: when the signal aborts, the connection is cut and
 * the server, which looks for its client while it works (`client_connection_check_interval`), ends the query. The
 * connection is the pool's again as soon as they are read: who takes a page slowly holds none.
 * @returns the events, personal fields null. @throws when the signal aborts.
 */
const askCuttable = async (pool: Pool, signal: AbortSignal, question: Question): Promise<RecordedEvent[]> => {
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
      ...question,
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

/** So many events are looked at for some types before it is said that there are none among them: some milliseconds. */
const lookedAt = 10_000;

/** Reads on in a stretch, as a walk does. @throws when the signal aborts. */
export const readCuttable = async (
  pool: Pool,
  signal: AbortSignal,
  { after, to, types }: Stretch,
  limit: number,
): Promise<Part> => {
  if (types.size === 0) {
    const events = await askCuttable(pool, signal, { ...pageQuery, values: [after, limit] });
    return { events, upTo: events.at(-1)?.position ?? to };
  }
  const end = Math.min(after + lookedAt, to);
  const values = [after, limit, end, [...types]];
  const events = await askCuttable(pool, signal, { ...pageOfTypesQuery, values });
  return { events, upTo: events.length < limit ? end : (events.at(-1)?.position ?? end) };
};
