import type { InsightHours } from '#contract/schemas/insight.ts';

/** The activities that are counted: all learning activities, or only completed modules. */
export type Measure = 'acts' | 'modules';
/** Counts by weekday (0 is Monday) and hour. */
export type Week = readonly (readonly number[])[];

/** Arranges the counts of an answer, in which Monday is 1, by weekday and hour. */
export const buildWeek = ({ hours }: InsightHours, measure: Measure): Week => {
  const week = Array.from({ length: 7 }, () => Array.from({ length: 24 }, () => 0));
  for (const entry of hours) {
    const day = week[entry.weekday - 1];
    if (day) day[entry.hour] = entry[measure];
  }
  return week;
};

/** `dayIndex`: 0 is Monday, as in {@link Week}. */
export type HourOfWeek = { dayIndex: number; hour: number; count: number };

/** Returns the first hour with the highest count; null if all counts are 0. */
export const findBusiestHour = (week: Week): HourOfWeek | null => {
  let busiest: HourOfWeek | null = null;
  for (const [dayIndex, day] of week.entries())
    for (const [hour, count] of day.entries())
      if (count > (busiest?.count ?? 0)) busiest = { dayIndex, hour, count };
  return busiest;
};

/** Returns the colour level of an hour: 0 for no activity, otherwise 1 to 4, by quarters of `max`. @param max the count of the busiest hour. */
export const getColourLevel = (count: number, max: number): 0 | 1 | 2 | 3 | 4 =>
  count === 0 ? 0 : (Math.min(4, Math.ceil((4 * count) / max)) as 1 | 2 | 3 | 4);

export const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0);

/** Returns the sum of the counts between two hours of each day, and the sum of all counts. @param to exclusive. */
export const sumBetweenHours = (week: Week, from: number, to: number): { part: number; whole: number } => ({
  part: sum(week.map((day) => sum(day.slice(from, to)))),
  whole: sum(week.map(sum)),
});
