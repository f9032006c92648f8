import type { Activity, ActKind } from '#contract/activity.ts';

/** How many acts of a kind in a course fell into one quarter of an hour. Every time zone's midnight is between two of them. */
export type QuarterRow = { quarter: Date; kind: string; course_id: string; acts: number; last_at: Date };

const daysIn = (timeZone: string): ((at: Date) => string) => {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    calendar: 'iso8601',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  return (at) => {
    const part = new Map(format.formatToParts(at).map(({ type, value }) => [type, value]));
    return `${part.get('year')}-${part.get('month')}-${part.get('day')}`;
  };
};

const countDays = (rows: readonly QuarterRow[], timeZone: string): Activity['days'] => {
  const dayOf = daysIn(timeZone);
  const days = new Map<string, Activity['days'][number]>();
  for (const { quarter, kind, acts } of rows) {
    const date = dayOf(quarter);
    const day = days.get(date) ?? { date, total: 0, kinds: {} };
    day.total += acts;
    day.kinds[kind as ActKind] = (day.kinds[kind as ActKind] ?? 0) + acts;
    days.set(date, day);
  }
  return [...days.values()].sort((a, b) => (a.date < b.date ? -1 : 1));
};

const countCourses = (rows: readonly QuarterRow[]): Activity['courses'] => {
  const courses = new Map<string, { acts: number; last: number }>();
  for (const { course_id: id, acts, last_at: at } of rows) {
    const known = courses.get(id) ?? { acts: 0, last: 0 };
    courses.set(id, { acts: known.acts + acts, last: Math.max(known.last, at.getTime()) });
  }
  return [...courses]
    .sort(([, a], [, b]) => b.last - a.last)
    .map(([courseId, { acts, last }]) => ({ courseId, acts, lastAt: new Date(last).toISOString() }));
};

/** Counts acts by the days of a time zone and by course; a bookmark is an act of its day, but no learning in its course. */
export const countActs = (rows: readonly QuarterRow[], timeZone: string): Activity => ({
  timeZone,
  days: countDays(rows, timeZone),
  courses: countCourses(rows.filter(({ kind }) => kind !== 'bookmark')),
});
