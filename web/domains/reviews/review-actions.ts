import { z } from 'zod/mini';
import { deleteAnswer, insertAnswer, updateAnswer } from '#contract/schemas/command-results.ts';
import type { EnrolledCourse } from '#contract/schemas/enrolments.ts';
import { highestRating, type Review } from '#contract/schemas/reviews.ts';
import { sendCommand } from '../../client/api/send-command.ts';
import { defineActionKind } from '../../client/outbox/action-kinds.ts';
import { enqueueAction } from '../../client/outbox/enqueue-action.ts';
import type { PendingAction } from '../../client/outbox/pending-action.ts';
import { refetchReviews } from './review-live.ts';

export const reviewKind = 'review';

const reviewContent = z.object({ rating: z.number(), comment: z.string() });
export type ReviewContent = z.infer<typeof reviewContent>;

/** Returns the rating and comment in a pending action, or null if it has none. */
export const readPendingReview = (action: PendingAction | undefined): ReviewContent | null =>
  reviewContent.safeParse(action?.body).data ?? null;

const getReviewPath = (review: Review, suffix = '') => `/reviews/${encodeURIComponent(review._id)}${suffix}`;

const reviewAction = defineActionKind({
  name: reviewKind,
  answerSchema: insertAnswer,
  hasUserText: true,
  replacesOlder: true,
  onAnswered: () => void refetchReviews(),
});

export const reviewActionKinds = [reviewAction];

/** Adds the student's review of a course, or revises it. @throws ApiError */
export const submitReview = (enrolment: EnrolledCourse, { rating, comment }: ReviewContent) =>
  enqueueAction(reviewAction, {
    about: enrolment._id,
    words: `Review ${enrolment.course_name}: ${rating} out of ${highestRating}`,
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

/** Submits the user's own removed review again. @throws ApiError */
export const resubmitReview = (review: Review) => {
  const { rating, comment, courseId, userEmail, courseName, courseCode, courseImageUrl } = review;
  const body = { rating, comment, courseId, userEmail, courseName, courseCode, courseImageUrl };
  return sendCommand('POST', '/reviews', insertAnswer, { body });
};

/** Removes a review. @throws ApiError */
export const removeReview = (review: Review) => sendCommand('DELETE', getReviewPath(review), deleteAnswer);

/** Restores a review that an Admin removed. @throws ApiError */
export const restoreReview = (review: Review) =>
  sendCommand('POST', getReviewPath(review, '/restoration'), updateAnswer);
