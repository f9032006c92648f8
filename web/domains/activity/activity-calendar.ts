import type { ActiveDay, Activity, ActivityKind } from '#contract/schemas/activity.ts';

/** A day of the heat map. `total` is the number of activities, `level` the intensity from 0 (none) to 4. */
export type CalendarDay = {
  date: string;
  total: number;
  level: 0 | 1 | 2 | 3 | 4;
  kinds: ActiveDay['kinds'];
};
/** Seven days from Monday; null for days in the future. */
export type CalendarWeek = readonly (CalendarDay | null)[];

const dayMs = 86_400_000;
/** Returns the days since 1 January 1970, in UTC, so that daylight saving time does not change the length of a day. */
const toDayNumber = (date: string): number => Date.parse(`${date}T00:00:00Z`) / dayMs;
const toDate = (dayNumber: number): string => new Date(dayNumber * dayMs).toISOString().slice(0, 10);
/** Returns 0 for Monday to 6 for Sunday. Day 0, 1 January 1970, was a Thursday. */
const toWeekday = (dayNumber: number): number => (dayNumber + 3) % 7;

/** Returns the date of a moment in this device's time zone, as `YYYY-MM-DD`. */
export const formatLocalDate = (at: Date): string => {
  const padToTwoDigits = (part: number) => String(part).padStart(2, '0');
  return `${at.getFullYear()}-${padToTwoDigits(at.getMonth() + 1)}-${padToTwoDigits(at.getDate())}`;
};

const toLevel = (total: number): CalendarDay['level'] => {
  if (total === 0) return 0;
  if (total === 1) return 1;
  if (total <= 3) return 2;
  return total <= 6 ? 3 : 4;
};

export const calendarWeekCount = 53;

/** Returns the last 53 weeks, the current one last. @param today `YYYY-MM-DD` */
export const buildCalendarWeeks = (today: string, days: Activity['days']): CalendarWeek[] => {
  const activeDays = new Map(days.map((day) => [day.date, day]));
  const lastDay = toDayNumber(today);
  const firstMonday = lastDay - toWeekday(lastDay) - (calendarWeekCount - 1) * 7;
  const createDay = (dayNumber: number): CalendarDay | null => {
    if (dayNumber > lastDay) return null;
    const date = toDate(dayNumber);
    const { total = 0, kinds = {} } = activeDays.get(date) ?? {};
    return { date, total, level: toLevel(total), kinds };
  };
  return Array.from({ length: calendarWeekCount }, (_, week) =>
    Array.from({ length: 7 }, (_, weekday) => createDay(firstMonday + week * 7 + weekday)),
  );
};

const listDays = (weeks: readonly CalendarWeek[]): CalendarDay[] =>
  weeks.flat().filter((day) => day !== null);

/**
 * Returns the lengths of the longest and the current streak of active days. A streak that ended yesterday counts as current, because
 * today is not over.
 */
export const computeActivityStreaks = (
  weeks: readonly CalendarWeek[],
): { longest: number; current: number } => {
  let longest = 0;
  let streak = 0;
  let streakUntilYesterday = 0;
  for (const { total } of listDays(weeks)) {
    streakUntilYesterday = streak;
    streak = total > 0 ? streak + 1 : 0;
    longest = Math.max(longest, streak);
  }
  return { longest, current: streak > 0 ? streak : streakUntilYesterday };
};

/** `month` is `YYYY-MM`, `days` the number of active days, `total` the number of activities. */
type ActivityMonth = { month: string; days: number; total: number; kinds: ActiveDay['kinds'] };

/** Returns the activity by month, newest first, without inactive months. */
export const summarizeActivityByMonth = (weeks: readonly CalendarWeek[]): ActivityMonth[] => {
  const months = new Map<string, ActivityMonth>();
  for (const { date, total, kinds } of listDays(weeks)) {
    if (total === 0) continue;
    const month = date.slice(0, 7);
    const sums = months.get(month) ?? { month, days: 0, total: 0, kinds: {} };
    sums.days += 1;
    sums.total += total;
    for (const [kind, count] of Object.entries(kinds) as [ActivityKind, number][])
      sums.kinds[kind] = (sums.kinds[kind] ?? 0) + count;
    months.set(month, sums);
  }
  return [...months.values()].reverse();
};

/** Returns the number of activities of one kind, over all time. */
export const countActivities = (days: Activity['days'], kind: ActivityKind): number =>
  days.reduce((sum, day) => sum + (day.kinds[kind] ?? 0), 0);
