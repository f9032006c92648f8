import type { Pool } from 'pg';

/** A moment in the log: a position or a time. `lastTime` is the last millisecond of a day; otherwise it equals `time`. */
export type Moment = { position: number } | { time: Date; lastTime: Date };

const dayMs = 86_400_000;

/** The forms of a moment, for help texts and errors. */
export const momentForms = 'a position (1200), a day (2026-11-01) or a time (2026-11-01T12:00Z)';

/**
 * Parses a position (`1200`), a day (`2026-11-01`) or a time (`2026-11-01T12:00Z`; UTC without a time zone).
 * @returns null for any other text.
 */
export const parseMoment = (text: string): Moment | null => {
  if (/^\d{1,15}$/.test(text)) return { position: Number(text) };
  const iso = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2}(?::\d{2}(?:\.\d{1,6})?)?)(Z|[+-]\d{2}:\d{2})?)?$/.exec(
    text,
  );
  if (!iso) return null;
  const [, day, timeOfDay, zone = 'Z'] = iso;
  const time = new Date(`${day}T${timeOfDay ?? '00:00'}${zone}`);
  // `new Date` turns the 31st of June into the 1st of July.
  const isValid =
    !Number.isNaN(time.getTime()) && new Date(`${day}T00:00Z`).toISOString().slice(0, 10) === day;
  if (!isValid) return null;
  return { time, lastTime: timeOfDay === undefined ? new Date(time.getTime() + dayMs - 1) : time };
};

/**
 * Returns the last position at or before a moment; 0 if the log begins later. Times are compared in milliseconds, as they
 * are shown. Recorded times never decrease with the position, so a binary search finds the position.
 */
export const positionAt = async (
  pool: Pick<Pool, 'query'>,
  moment: { position: number } | { time: Date },
): Promise<number> => {
  const headResult = await pool.query<{ head: string }>(
    'select coalesce(max(position), 0) as head from log.events',
  );
  const head = Number(headResult.rows[0]?.head ?? 0);
  if ('position' in moment) return Math.min(moment.position, head);
  let low = 0;
  let high = head;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    const { rows } = await pool.query<{ isBefore: boolean }>(
      `select date_trunc('milliseconds', recorded_at) <= $2 as "isBefore" from log.events where position = $1`,
      [middle, moment.time],
    );
    if (rows[0]?.isBefore) low = middle;
    else high = middle - 1;
  }
  return low;
};
