const dayMs = 86_400_000;

export type PeriodLength = 'week' | 'month';

/** Returns the day (YYYY-MM-DD) that is this many days later. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);

/** Returns the first day of the week (Monday) or month that contains a day. */
export const periodStart = (day: string, by: PeriodLength): string =>
  by === 'month' ? `${day.slice(0, 7)}-01` : addDays(day, -daysSinceMonday(day));

/** `getUTCDay` counts from Sunday. */
const daysSinceMonday = (day: string): number => (new Date(Date.parse(day)).getUTCDay() + 6) % 7;

/**
 * Returns the first day of the next period. No month has more than 31 days, so the day 31 days after its first is in the
 * next month.
 * @param start the first day of a period.
 */
export const nextPeriodStart = (start: string, by: PeriodLength): string =>
  by === 'week' ? addDays(start, 7) : periodStart(addDays(start, 31), 'month');

/** Returns the first days of all periods that overlap a span. `to` is the last day of the span. */
export const listPeriodStarts = (from: string, to: string, by: PeriodLength): string[] => {
  const starts: string[] = [];
  for (let day = periodStart(from, by); day <= to; day = nextPeriodStart(day, by)) starts.push(day);
  return starts;
};
