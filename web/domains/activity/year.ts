import type { ActiveDay, Activity, ActKind } from '#contract/activity.ts';

/** A day of the heat map; `level` is 0 (nothing) to 4, `total` how many acts. */
export type MapDay = { date: string; total: number; level: 0 | 1 | 2 | 3 | 4; kinds: ActiveDay['kinds'] };
/** Seven days from Monday on; null for those that are still to come. */
export type MapWeek = readonly (MapDay | null)[];

const dayMs = 86_400_000;
/** Dates are counted as UTC midnights, so that no change of clocks makes a day longer. */
const numberOf = (date: string): number => Date.parse(`${date}T00:00:00Z`) / dayMs;
const dateOf = (number: number): string => new Date(number * dayMs).toISOString().slice(0, 10);
/** 0 for Monday. The first of January 1970 was a Thursday. */
const weekdayOf = (number: number): number => (number + 3) % 7;

/** The date of a moment on this device's calendar. */
export const localDate = (at: Date): string => {
  const two = (part: number) => String(part).padStart(2, '0');
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
};

const levelOf = (total: number): MapDay['level'] =>
  total === 0 ? 0 : total === 1 ? 1 : total <= 3 ? 2 : total <= 6 ? 3 : 4;

export const weeksShown = 53;

/** The last 53 weeks, the present one last. @param today `YYYY-MM-DD` */
export const weeksUntil = (today: string, days: Activity['days']): MapWeek[] => {
  const known = new Map(days.map((day) => [day.date, day]));
  const last = numberOf(today);
  const firstMonday = last - weekdayOf(last) - (weeksShown - 1) * 7;
  const dayAt = (number: number): MapDay | null => {
    if (number > last) return null;
    const date = dateOf(number);
    const { total = 0, kinds = {} } = known.get(date) ?? {};
    return { date, total, level: levelOf(total), kinds };
  };
  return Array.from({ length: weeksShown }, (_, week) =>
    Array.from({ length: 7 }, (_, weekday) => dayAt(firstMonday + week * 7 + weekday)),
  );
};

const daysOf = (weeks: readonly MapWeek[]): MapDay[] => weeks.flat().filter((day) => day !== null);

/** The most days in a row with an act, and how many it are until today (or yesterday: today is not over). */
export const runsOf = (weeks: readonly MapWeek[]): { longest: number; present: number } => {
  let longest = 0;
  let run = 0;
  let before = 0;
  for (const { total } of daysOf(weeks)) {
    before = run;
    run = total > 0 ? run + 1 : 0;
    longest = Math.max(longest, run);
  }
  return { longest, present: run > 0 ? run : before };
};

export type Month = { month: string; days: number; total: number; kinds: ActiveDay['kinds'] };

/** The same by months, the newest first, those without an act left out. `month` is `YYYY-MM`. */
export const monthsOf = (weeks: readonly MapWeek[]): Month[] => {
  const months = new Map<string, Month>();
  for (const { date, total, kinds } of daysOf(weeks)) {
    if (total === 0) continue;
    const month = date.slice(0, 7);
    const known = months.get(month) ?? { month, days: 0, total: 0, kinds: {} };
    known.days += 1;
    known.total += total;
    for (const [kind, count] of Object.entries(kinds) as [ActKind, number][])
      known.kinds[kind] = (known.kinds[kind] ?? 0) + count;
    months.set(month, known);
  }
  return [...months.values()].reverse();
};

/** How many acts there are of a kind, over all time. */
export const totalOf = (days: Activity['days'], kind: ActKind): number =>
  days.reduce((sum, day) => sum + (day.kinds[kind] ?? 0), 0);
