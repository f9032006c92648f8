import { z } from 'zod';

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

const isTimeZone = (name: string): boolean => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
};

/**
 * Query of GET /activity/{email}: whose days they are. A day is the reader's own: who studies at half past eleven in Dhaka
 * looks for it under that evening, not under the next morning of another place.
 */
export const activityQuery = z.object({
  timeZone: z
    .string()
    .max(100)
    .refine(isTimeZone, { error: 'The time zone must have a name like Asia/Dhaka.' })
    .default('UTC'),
});

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
