/**
 * The messages that the server pushes to everybody, including visitors. They are kept out of `live-messages.ts`, so that a visitor's
 * browser need not load the schemas of messages that only users get.
 */
import { z } from 'zod/mini';
import { liveCourse } from './schemas/courses.ts';
import { ratedCourseList, review } from './schemas/reviews.ts';

/** Creates the schema of one kind of live update. */
export const createLiveUpdateSchema = <K extends string, D extends z.ZodMiniType>(kind: K, data: D) =>
  z.object({ position: z.int(), kind: z.literal(kind), data });

/** The live updates that visitors also receive. */
export const publicLiveUpdates = [
  createLiveUpdateSchema('course-added', liveCourse),
  createLiveUpdateSchema('course-changed', liveCourse),
  createLiveUpdateSchema('course-removed', z.object({ _id: z.uuid() })),
  createLiveUpdateSchema('course-restored', liveCourse),
  /**
   * `review-added` and `review-changed`: to everybody, or only to the author if the course was removed. The e-mail address is masked,
   * except for the author and Admins. `review-removed`: to everybody.
   */
  createLiveUpdateSchema('review-added', review),
  createLiveUpdateSchema('review-changed', review),
  createLiveUpdateSchema('review-removed', z.object({ _id: z.uuid(), catalogueId: z.uuid() })),
  /**
   * To everybody except the user concerned and Admins: a user was removed. The message does not say who it was, so clients refetch the
   * data of other users that they show.
   */
  createLiveUpdateSchema('person-removed', z.null()),
] as const;
export const publicLiveMessage = z.discriminatedUnion('kind', publicLiveUpdates);

/**
 * Says at which position of which history the client is now. Sent when a socket has connected, after the messages that it missed. Sent
 * again when messages can no longer bring the client up to date (with `refetch`), and when the socket has left its attended view because
 * of an error. The client reports its view after each `welcome`. A successful `authenticate` is answered with the same data.
 */
export const liveWelcome = z.object({
  position: z.int(),
  logId: z.uuid(),
  /** True if the client must fetch everything again, for example because it missed too much or its user has changed. */
  refetch: z.boolean(),
});
export type LiveWelcome = z.infer<typeof liveWelcome>;

/**
 * Trending courses, as GET /highRatedCourses returns them. A snapshot, not a change: the snapshot with the highest position wins.
 * Sent to a new socket after its welcome, and to everybody after each change that may affect it, even if it is the same as before.
 * Sent at most a few times per second.
 */
export const liveTrending = z.object({
  position: z.int(),
  logId: z.uuid(),
  courses: ratedCourseList,
});
export type LiveTrending = z.infer<typeof liveTrending>;
