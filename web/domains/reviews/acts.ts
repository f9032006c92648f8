import { deleteAnswer, insertAnswer, updateAnswer } from '#contract/answers.ts';
import type { EnrolledCourse } from '#contract/enrolments.ts';
import type { Review } from '#contract/reviews.ts';
import { act } from '../../client/api/act.ts';
import { actKind } from '../../client/outbox/kinds.ts';
import { doWhenPossible } from '../../client/outbox/own-outbox.ts';
import { fetchReviewsAgain } from './reviews.ts';
import { type ReviewWords, reviewKind } from './unsent.ts';

const pathOf = (review: Review, rest = '') => `/reviews/${encodeURIComponent(review._id)}${rest}`;

const reviewing = actKind({
  name: reviewKind,
  answer: insertAnswer,
  keepsText: true,
  replaces: true,
  answered: () => void fetchReviewsAgain(),
});

/** Reviews a course, or revises the review. @throws ApiError */
export const submitReview = (enrolment: EnrolledCourse, { rating, comment }: ReviewWords) =>
  doWhenPossible(reviewing, {
    about: enrolment._id,
    words: `Review ${enrolment.course_name}: ${rating} out of 10`,
    method: 'POST',
    path: '/reviews',
    body: {
      rating,
      comment,
      courseId: enrolment._id,
      userEmail: enrolment.userEmail,
      courseName: enrolment.course_name,
      courseCode: enrolment.course_code,
      courseImageUrl: enrolment.imageUrl,
    },
  });

/** Writes one's own review again as it was. @throws ApiError */
export const submitAgain = (review: Review) =>
  act('POST', '/reviews', insertAnswer, {
    body: {
      rating: review.rating,
      comment: review.comment,
      courseId: review.courseId,
      userEmail: review.userEmail,
      courseName: review.courseName,
      courseCode: review.courseCode,
      courseImageUrl: review.courseImageUrl,
    },
  });

/** @throws ApiError */
export const removeReview = (review: Review) => act('DELETE', pathOf(review), deleteAnswer);

/** Brings a review back that an Admin removed. @throws ApiError */
export const restoreReview = (review: Review) => act('POST', pathOf(review, '/restoration'), updateAnswer);
