import type { Pool } from 'pg';

/** A moment in the log: a position, or a time. */
export type Moment = { position: number } | { time: Date };

/**
 * @param text a position (`1200`), a day (`2026-11-01`) or a time (`2026-11-01T12:00Z`) in ISO 8601; without a zone: UTC.
 * @returns null for anything else.
 */
export const parseMoment = (text: string): Moment | null => {
  if (/^\d{1,15}$/.test(text)) return { position: Number(text) };
  const iso = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2}(?::\d{2}(?:\.\d{1,6})?)?)(Z|[+-]\d{2}:\d{2})?)?$/.exec(
    text,
  );
  if (!iso) return null;
  const time = new Date(`${iso[1]}T${iso[2] ?? '00:00'}${iso[3] ?? 'Z'}`);
  // A day that no month has (the 31st of June) would roll over to the next.
  return Number.isNaN(time.getTime()) || new Date(`${iso[1]}T00:00Z`).toISOString().slice(0, 10) !== iso[1]
    ? null
    : { time };
};

/**
 * The last position at or before the moment, times being taken to the millisecond, as they are shown; 0 where the log began
 * later. Recorded times never run against positions, so it is found by halving, with a look at one event for each bit of the head.
 */
export const positionAt = async (pool: Pick<Pool, 'query'>, moment: Moment): Promise<number> => {
  const last = await pool.query<{ head: string }>(
    'select coalesce(max(position), 0) as head from log.events',
  );
  const head = Number(last.rows[0]?.head ?? 0);
  if ('position' in moment) return Math.min(moment.position, head);
  let [low, high] = [0, head];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    const { rows } = await pool.query<{ before: boolean }>(
      `select date_trunc('milliseconds', recorded_at) <= $2 as before from log.events where position = $1`,
      [middle, moment.time],
    );
    if (rows[0]?.before) low = middle;
    else high = middle - 1;
  }
  return low;
};
