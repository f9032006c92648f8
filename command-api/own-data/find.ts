import type { Pool } from 'pg';
import type { LogReader, RecordedEvent } from '#events/log/log.ts';
import { concerns } from '#events/log/person-of-event.ts';

export type EventsOf = (person: string, upTo: number) => AsyncGenerator<RecordedEvent[]>;

const pageSize = 1_000;

/** By the pair of value and position, in whose order only the index has the rows (as the history asks, too). */
const placesBy = (column: 'actor_id' | 'about_id') => `
  (select position from read.audit
   where ${column} is not null and (${column}, position) > ($1::uuid, $2::bigint)
     and (${column}, position) <= ($1::uuid, $3::bigint)
   order by ${column}, position limit ${pageSize})`;

const places = `
  select position from (${placesBy('actor_id')} union ${placesBy('about_id')}) as own
  order by position limit ${pageSize}`;

/** Up to where the history knows every event: its place, or before the first one that could not be projected. */
const indexed = `
  select least(position, (select min(position) - 1 from read.parked where model = 'audit')) as position
  from read.checkpoints where model = 'audit'`;

/**
 * Finds what the log holds on a person, by pages and in order: what they did, what is about them, what names them. What the
 * history has an index for is found by that; what it does not know yet is looked for in the log itself, so nothing is missing
 * however far the read tables are behind.
 */
export const openEventsOf = (
  pool: Pick<Pool, 'query'>,
  reader: Pick<LogReader, 'readAt' | 'readPage'>,
): EventsOf => {
  const placesAfter = async (person: string, after: number, upTo: number): Promise<number[]> => {
    const { rows } = await pool.query<{ position: string }>(places, [person, after, upTo]);
    return rows.map(({ position }) => Number(position));
  };
  return async function* (person, upTo) {
    const { rows } = await pool.query<{ position: string }>(indexed);
    const known = Math.min(upTo, Number(rows[0]?.position ?? 0));
    for (let after = 0; ; ) {
      const found = await placesAfter(person, after, known);
      if (found.length > 0) yield await reader.readAt(found);
      if (found.length < pageSize) break;
      after = found.at(-1) ?? known;
    }
    for (let after = known; after < upTo; ) {
      const { events } = await reader.readPage(after, Math.min(pageSize, upTo - after));
      const own = events.filter((event) => concerns(event, person));
      if (own.length > 0) yield own;
      if (events.length === 0) break;
      after = events.at(-1)?.position ?? upTo;
    }
  };
};
