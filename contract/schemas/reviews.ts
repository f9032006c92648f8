import { z } from 'zod/mini';
import { courseIdField } from '../fields/course-id.ts';
import { opaqueCursor, pageLimit } from '../fields/paging.ts';
import { claimedEmail, ignoredText } from '../fields/redundant-fields.ts';
import { possiblyEmptyText, shownLine, tolerantNumber } from '../fields/text.ts';
import { courseCode } from './courses.ts';

const lowestRating = 1;
export const highestRating = 10;
/** The maximum length of a comment, in UTF-16 code units. */
const maxCommentLength = 10_000;

/** Body of POST /reviews; `courseId` is the enrolment's `_id` or the course's. Copied course fields are ignored. */
export const newReview = z.object({
  rating: tolerantNumber('Rating', { min: lowestRating, max: highestRating }),
  comment: z._default(possiblyEmptyText('Comment', maxCommentLength), ''),
  courseId: courseIdField,
  userEmail: claimedEmail,
  courseName: ignoredText('Course name'),
  courseCode: ignoredText('Course code'),
  courseImageUrl: ignoredText('Course image URL'),
});

/** A review as GET /reviews and live updates show it to one reader. */
export const review = z.object({
  _id: z.uuid(),
  rating: z.number(),
  comment: z.string(),
  /** The `_id` of the enrolment or of the course, whichever the author sent. */
  courseId: z.uuid(),
  enrolmentId: z.uuid(),
  /** The `_id` of the course in the catalogue, whichever id the author sent. */
  catalogueId: z.uuid(),
  /** Masked, except for the author and Admins. */
  userEmail: z.string(),
  userName: shownLine(),
  /** Whether the reader is the author. */
  own: z.boolean(),
  courseName: shownLine(),
  courseCode,
  courseImageUrl: z.string(),
  /** When the review, or its last revision, was written. */
  reviewedAt: z.iso.datetime(),
  revised: z.boolean(),
  /** Present if the course was removed. Then only the author receives the review. */
  unlisted: z.optional(z.literal(true)),
});
export const reviewList = z.array(review);
export type Review = z.infer<typeof review>;

/** Sort orders of GET /reviews; ties are sorted newest first. */
export const reviewSorts = ['newest', 'highest', 'lowest'] as const;
export type ReviewSort = (typeof reviewSorts)[number];

/** The maximum number of reviews in a list without `limit`; `Next-Cursor` is present if there are more. */
export const maxReviewsWithoutLimit = 2_000;
/** The maximum number of reviews in a page: with a `limit`, or after a cursor. */
export const maxReviewsPerPage = 500;

/** Query of GET /reviews. `courseId`: only reviews of this course or, with the id of an enrolment, only its review. */
export const reviewQuery = z.object({
  courseId: z.optional(courseIdField),
  sort: z._default(
    z.enum(reviewSorts, { error: `The order must be one of ${reviewSorts.join(', ')}.` }),
    'newest',
  ),
  limit: z.optional(pageLimit(maxReviewsPerPage)),
  cursor: z.optional(opaqueCursor),
});

const mean = z.number().check(z.gte(lowestRating), z.lte(highestRating));
const count = z.int().check(z.nonnegative());

/** The mean rating (null without reviews) and how many reviews gave 1, 2, … 10 (halves are rounded up). */
const ratingSummary = z.object({
  rating: z.nullable(mean),
  reviews: count,
  spread: z.array(count).check(z.length(highestRating)),
});
export type RatingSummary = z.infer<typeof ratingSummary>;

/** Answer to GET /ratings/{id}. A course without reviews, or outside the catalogue, has no rating and zeros. */
export const courseRatings = z.extend(ratingSummary, { _id: z.uuid() });
export type CourseRatings = z.infer<typeof courseRatings>;

/** A course with reviews: an entry of GET /highRatedCourses and of GET /ratings. */
const ratedCourse = z.object({
  _id: z.uuid(),
  courseName: shownLine(),
  courseCode,
  courseImageUrl: z.string(),
  rating: mean,
  reviews: count,
});
export const ratedCourseList = z.array(ratedCourse);
export type RatedCourse = z.infer<typeof ratedCourse>;
/** How many students are enrolled in a course now, and how it is rated; the rating is null without reviews. */
const courseFigures = z.object({
  _id: z.uuid(),
  students: count,
  rating: z.nullable(mean),
  reviews: count,
});
export const courseFiguresList = z.array(courseFigures);
export type CourseFigures = z.infer<typeof courseFigures>;
/** The maximum number of courses in GET /courseFigures without `ids`; those with the most students come first. */
export const maxCourseFigures = 2_000;

/** The maximum number of courses whose figures can be requested by id. */
export const maxCourseFiguresById = 100;
/** The characters of a UUID and the comma after it. */
const idWithCommaLength = 37;
const idsSentence = `The ids must be 1 to ${maxCourseFiguresById} UUIDs, separated by commas.`;

/** Query of GET /courseFigures. `ids`: only these courses. */
export const courseFiguresQuery = z.object({
  ids: z.optional(
    z.pipe(
      z.pipe(
        z
          .string({ error: idsSentence })
          .check(z.maxLength(maxCourseFiguresById * idWithCommaLength, { error: idsSentence })),
        z.transform((text) => text.toLowerCase().split(',')),
      ),
      z
        .array(z.uuid({ error: idsSentence }))
        .check(z.maxLength(maxCourseFiguresById, { error: idsSentence })),
    ),
  ),
});

/** The maximum number of trending courses. */
export const maxTrendingCourses = 5;

/** The maximum number of courses in GET /ratings; those with the most reviews come first. */
const maxRatedCourses = 500;
/** Query of GET /ratings. `limit`: the maximum number of courses listed. */
export const ratingsQuery = z.object({ limit: z._default(pageLimit(maxRatedCourses), maxRatedCourses) });
/** Answer to GET /ratings: all reviews of courses in the catalogue together, and the courses with the most reviews. */
export const allRatings = z.extend(ratingSummary, { courses: ratedCourseList });
