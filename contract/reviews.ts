import { z } from 'zod';
import { claimedEmail, copiedText } from './copied.ts';
import { courseIdInBody } from './course-id.ts';
import { courseCode } from './courses.ts';
import { opaqueCursor, pageLimit } from './paging.ts';
import { optionalText, tolerantNumber } from './text.ts';

export const lowestRating = 1;
export const highestRating = 10;

/** Body of POST /reviews; `courseId` is the enrolment's `_id` or the course's. Copied course fields are ignored. */
export const newReview = z.object({
  rating: tolerantNumber('Rating', { min: lowestRating, max: highestRating }),
  comment: optionalText('Comment', 10_000).default(''),
  courseId: courseIdInBody,
  userEmail: claimedEmail,
  courseName: copiedText('Course name'),
  courseCode: copiedText('Course code'),
  courseImageUrl: copiedText('Course image URL'),
});

/** A review as GET /reviews and the live messages show it, to the reader who asked. */
export const review = z.object({
  _id: z.uuid(),
  rating: z.number(),
  comment: z.string(),
  /** The enrolment's `_id` or the course's, whichever was sent. */
  courseId: z.uuid(),
  enrolmentId: z.uuid(),
  catalogueId: z.uuid(),
  /** In full to the author and to Admins, masked to everybody else. */
  userEmail: z.string(),
  userName: z.string(),
  /** Whether it is the reader's own. */
  own: z.boolean(),
  courseName: z.string(),
  courseCode,
  courseImageUrl: z.string(),
  /** When these words were written: the review, or its last revision. */
  reviewedAt: z.iso.datetime(),
  revised: z.boolean(),
});
export const reviewList = z.array(review);
export type Review = z.infer<typeof review>;

/** The orders of GET /reviews; equals stand newest first. */
export const reviewSorts = ['newest', 'highest', 'lowest'] as const;
export type ReviewSort = (typeof reviewSorts)[number];

/** Without a `limit` a list has so many reviews at most, and says with `Next-Cursor` that there are more. */
export const mostReviews = 2_000;

/** Query of GET /reviews. `courseId`: only those of this course, by its own id or an enrolment's. */
export const reviewQuery = z.object({
  courseId: courseIdInBody.optional(),
  sort: z
    .enum(reviewSorts, { error: `The order must be one of ${reviewSorts.join(', ')}.` })
    .default('newest'),
  limit: pageLimit(500).optional(),
  cursor: opaqueCursor.optional(),
});

const mean = z.number().min(lowestRating).max(highestRating);
const howMany = z.number().int().nonnegative();

/** What a number of reviews comes to: the mean (null without reviews), and how many gave 1, 2, … 10 (halves round up). */
export const ratingSummary = z.object({
  rating: mean.nullable(),
  reviews: howMany,
  spread: z.array(howMany).length(highestRating),
});
export type RatingSummary = z.infer<typeof ratingSummary>;

/** Answer to GET /ratings/{id}: of one course; zeros for one that nobody reviewed, or that is not in the catalogue. */
export const courseRatings = ratingSummary.extend({ _id: z.uuid() });
export type CourseRatings = z.infer<typeof courseRatings>;

/** An entry of GET /highRatedCourses: the mean of a present course's reviews. */
export const highRatedCourse = z.object({
  _id: z.uuid(),
  courseName: z.string(),
  courseCode,
  courseImageUrl: z.string(),
  rating: mean,
  reviews: howMany,
});
export const highRatedCourseList = z.array(highRatedCourse);
export type HighRatedCourse = z.infer<typeof highRatedCourse>;
/** So many courses are trending at most. */
export const trendingCourses = 5;

/** So many courses are listed in GET /ratings at most, those with the most reviews. */
export const mostRatedCourses = 500;
/** Answer to GET /ratings: of all reviews together, and the courses that have any. */
export const allRatings = ratingSummary.extend({ courses: highRatedCourseList });
export type AllRatings = z.infer<typeof allRatings>;
