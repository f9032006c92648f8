import { z } from 'zod';
import { timeZoneInQuery } from './time-zone.ts';

/** What counts as an act of learning. */
export const actKinds = [
  'bookmark',
  'enrolment',
  'start',
  'module',
  'note',
  'quiz',
  'review',
  'certificate',
] as const;
export const actKind = z.enum(actKinds);
export type ActKind = z.infer<typeof actKind>;

/** Query of GET /activity/{email}. */
export const activityQuery = z.object({ timeZone: timeZoneInQuery });

/** What a person has done for their learning: by day, and by course. Days and courses without an act are left out. */
export const activity = z.object({
  timeZone: z.string(),
  /** In their order. */
  days: z.array(
    z.object({
      date: z.iso.date(),
      total: z.number().int().min(1),
      kinds: z.partialRecord(actKind, z.number().int().min(1)),
    }),
  ),
  /** The one that was last learnt in first. Bookmarks are no learning yet. */
  courses: z.array(z.object({ courseId: z.uuid(), acts: z.number().int().min(1), lastAt: z.iso.datetime() })),
});
export type Activity = z.infer<typeof activity>;
export type ActiveDay = Activity['days'][number];
