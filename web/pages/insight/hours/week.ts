import type { InsightHours } from '#contract/insight.ts';

export type Measure = 'acts' | 'modules';
/** By weekday (0 a Monday) and hour. */
export type Week = readonly (readonly number[])[];

/** All hours of a week, those without anything too. */
export const weekOf = ({ hours }: InsightHours, measure: Measure): Week => {
  const week = Array.from({ length: 7 }, () => Array.from({ length: 24 }, () => 0));
  for (const one of hours) {
    const day = week[one.weekday - 1];
    if (day) day[one.hour] = one[measure];
  }
  return week;
};

export type Hour = { weekday: number; hour: number; count: number };

/** The hour in which most happens; null where nothing does. */
export const busiestOf = (week: Week): Hour | null =>
  week.reduce<Hour | null>(
    (most, day, weekday) =>
      day.reduce<Hour | null>(
        (known, count, hour) => (count > (known?.count ?? 0) ? { weekday, hour, count } : known),
        most,
      ),
    null,
  );

/** How dark an hour is drawn: 0 for nothing, to 4 for the busiest ones. */
export const levelOf = (count: number, most: number): 0 | 1 | 2 | 3 | 4 =>
  count === 0 ? 0 : (Math.min(4, Math.ceil((4 * count) / most)) as 1 | 2 | 3 | 4);

export const sumOf = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0);

/** The share of all that happens from one hour of the day to another, that one not included. */
export const shareBetween = (week: Week, from: number, to: number): { part: number; whole: number } => ({
  part: sumOf(week.map((day) => sumOf(day.slice(from, to)))),
  whole: sumOf(week.map(sumOf)),
});
