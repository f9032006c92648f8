import { z } from 'zod/mini';

/** A view that a tab wants live updates for, until the tab names another view. */
export const attendedView = z.discriminatedUnion('at', [
  /** The lesson of a course, by the course's own `_id`. Enrolled students count as its learners. */
  z.object({ at: z.literal('course'), courseId: z.uuid().check(z.toLowerCase()) }),
  /** The students of a course, for its teacher and Admins. */
  z.object({ at: z.literal('roster'), courseId: z.uuid().check(z.toLowerCase()) }),
  /** The dashboard of Admins. */
  z.object({ at: z.literal('dashboard') }),
  /** The insight page of Admins. */
  z.object({ at: z.literal('insight') }),
]);
export type AttendedView = z.infer<typeof attendedView>;

/** A notice that the roster of a course may have changed, up to a position. It names nobody. */
export const rosterChange = z.object({ courseId: z.uuid(), position: z.int() });
export type RosterChange = z.infer<typeof rosterChange>;

/** Query of GET /presence. */
export const presenceQuery = z.object({
  course: z.uuid({ error: 'The course must be given by its id.' }).check(z.toLowerCase()),
});

/** How many users are studying a course now. Each counts once, however many tabs they have. */
export const coursePresence = z.object({ courseId: z.uuid(), learning: z.int().check(z.nonnegative()) });
export type CoursePresence = z.infer<typeof coursePresence>;
