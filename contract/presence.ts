import { z } from 'zod';

/** What a tab shows and asks to be told about: it says so to the live messages, and is told until it says otherwise. */
export const livePlace = z.discriminatedUnion('at', [
  /** The lesson of a course, by the course's own `_id`: whoever is enrolled is counted among those who learn it. */
  z.object({ at: z.literal('course'), courseId: z.uuid().toLowerCase() }),
  /** The dashboard of Admins. */
  z.object({ at: z.literal('dashboard') }),
  /** The insight page of Admins. */
  z.object({ at: z.literal('insight') }),
]);
export type LivePlace = z.infer<typeof livePlace>;

/** Query of GET /presence. */
export const presenceQuery = z.object({
  course: z.uuid({ error: 'The course must be given by its id.' }).toLowerCase(),
});

/** How many people learn a course now, each counted once, however many tabs they have. Never who. */
export const coursePresence = z.object({ courseId: z.uuid(), learning: z.number().int().nonnegative() });
export type CoursePresence = z.infer<typeof coursePresence>;
