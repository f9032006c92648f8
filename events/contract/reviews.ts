import { z } from 'zod';
import { optionalText, tolerantNumber } from './text.ts';

/** Body of POST /reviews; `courseId` is the enrolment's `_id` or the course's. Copied course fields are ignored. */
export const newReview = z.object({
  rating: tolerantNumber('Rating', { min: 1, max: 10 }),
  comment: optionalText('Comment', 10_000).default(''),
  courseId: z.uuid({ error: 'The course id must be a UUID.' }),
  userEmail: z.string().max(320).optional(),
  courseName: z.string().max(20_000).optional(),
  courseCode: z.string().max(20_000).optional(),
  courseImageUrl: z.string().max(20_000).optional(),
});

/** A review as GET /reviews and the live messages show it. */
export const review = z.object({
  _id: z.uuid(),
  rating: z.number(),
  comment: z.string(),
  /** The enrolment's `_id`, as it was sent. */
  courseId: z.uuid(),
  enrolmentId: z.uuid(),
  catalogueId: z.uuid(),
  /** In full to the author and to Admins, masked to everybody else. */
  userEmail: z.string(),
  userName: z.string(),
  /** Whether it is the reader's own. */
  own: z.boolean(),
  courseName: z.string(),
  courseCode: z.string(),
  courseImageUrl: z.string(),
  reviewedAt: z.iso.datetime(),
  revised: z.boolean(),
});
export type Review = z.infer<typeof review>;

/** An entry of GET /highRatedCourses: the mean of a present course's reviews. */
export const highRatedCourse = z.object({
  _id: z.uuid(),
  courseName: z.string(),
  courseCode: z.string(),
  courseImageUrl: z.string(),
  rating: z.number(),
  reviews: z.number().int(),
});
export type HighRatedCourse = z.infer<typeof highRatedCourse>;
export const trendingCourses = 5;
