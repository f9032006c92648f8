import type { LogReader } from '#events/log/log.ts';

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
 * are shown.
 */
export const positionAt = async (
  reader: Pick<LogReader, 'head' | 'positionBefore'>,
  moment: { position: number } | { time: Date },
): Promise<number> =>
  'position' in moment
    ? Math.min(moment.position, await reader.head())
    : reader.positionBefore(new Date(moment.time.getTime() + 1));
