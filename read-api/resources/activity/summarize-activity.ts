import type { Activity, ActivityKind } from '#contract/schemas/activity.ts';

/**
 * The number of activities of one kind in one course within a quarter of an hour. In every time zone midnight falls
 * between two such quarters.
 */
export type QuarterHourRow = { quarter: Date; kind: string; course_id: string; acts: number; last_at: Date };

/** Returns a function that converts a time to its date (`2026-03-04`) in a time zone. */
const createDateFormat = (timeZone: string): ((at: Date) => string) => {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    calendar: 'iso8601',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  return (at) => {
    const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, value]));
    return `${parts.get('year')}-${parts.get('month')}-${parts.get('day')}`;
  };
};

const summarizeDays = (rows: readonly QuarterHourRow[], timeZone: string): Activity['days'] => {
  const toDate = createDateFormat(timeZone);
  const days = new Map<string, Activity['days'][number]>();
  for (const { quarter, kind, acts } of rows) {
    const date = toDate(quarter);
    const day = days.get(date) ?? { date, total: 0, kinds: {} };
    day.total += acts;
    day.kinds[kind as ActivityKind] = (day.kinds[kind as ActivityKind] ?? 0) + acts;
    days.set(date, day);
  }
  return [...days.values()].sort((a, b) => (a.date < b.date ? -1 : 1));
};

const summarizeCourses = (rows: readonly QuarterHourRow[]): Activity['courses'] => {
  const courses = new Map<string, { acts: number; lastMs: number }>();
  for (const { course_id: id, acts, last_at: at } of rows) {
    const sum = courses.get(id) ?? { acts: 0, lastMs: 0 };
    courses.set(id, { acts: sum.acts + acts, lastMs: Math.max(sum.lastMs, at.getTime()) });
  }
  return [...courses]
    .sort(([, a], [, b]) => b.lastMs - a.lastMs)
    .map(([courseId, { acts, lastMs }]) => ({ courseId, acts, lastAt: new Date(lastMs).toISOString() }));
};

/**
 * Sums up activities by day in a time zone and by course. A bookmark counts for its day, but not as learning in its
 * course.
 */
export const summarizeActivity = (rows: readonly QuarterHourRow[], timeZone: string): Activity => ({
  timeZone,
  days: summarizeDays(rows, timeZone),
  courses: summarizeCourses(rows.filter(({ kind }) => kind !== 'bookmark')),
});
