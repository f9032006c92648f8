import { z } from 'zod/mini';
import { timeZoneInQuery } from '../fields/time-zone.ts';

/** The kinds of learning activity. */
export const activityKinds = [
  'bookmark',
  'enrolment',
  'start',
  'module',
  'note',
  'quiz',
  'review',
  'certificate',
] as const;
const activityKind = z.enum(activityKinds);
export type ActivityKind = z.infer<typeof activityKind>;

/** Query of GET /activity/{email}. */
export const activityQuery = z.object({ timeZone: timeZoneInQuery });

/** A student's learning activity by day and by course. Days and courses without activity are left out. */
export const activity = z.object({
  timeZone: z.string(),
  /** In ascending order. */
  days: z.array(
    z.object({
      date: z.iso.date(),
      total: z.int().check(z.gte(1)),
      kinds: z.partialRecord(activityKind, z.int().check(z.gte(1))),
    }),
  ),
  /** Most recently active course first. Bookmarks do not count here. */
  courses: z.array(z.object({ courseId: z.uuid(), acts: z.int().check(z.gte(1)), lastAt: z.iso.datetime() })),
});
export type Activity = z.infer<typeof activity>;
export type ActiveDay = Activity['days'][number];
