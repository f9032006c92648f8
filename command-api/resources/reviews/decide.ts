import { isPermitted } from '#contract/policies.ts';
import type { DeleteAnswer, InsertAnswer, UpdateAnswer } from '#contract/schemas/command-results.ts';
import { deleted, inserted, updated } from '#contract/schemas/command-results.ts';
import { modulesPerCourse } from '#contract/schemas/enrolments.ts';
import type { ReviewEvent } from '#events/catalogue/streams/review.ts';
import { problemError } from '#platform/problems.ts';
import type { EnrolmentState } from '../../aggregates/enrolment.ts';
import type { CourseCalledBy, ReviewState } from '../../aggregates/review.ts';
import type { UserState } from '../../aggregates/user.ts';
import { type Actor, isOwn, requireOwn } from '../../authorization.ts';
import type { StreamDecision } from '../../command-handler/decision.ts';

type ReviewDecision<A> = StreamDecision<ReviewEvent, A>;

export type SubmitReview = {
  id: string;
  enrolmentId: string;
  actor: Pick<Actor, 'id'>;
  courseCalledBy: CourseCalledBy;
  rating: number;
  comment: string;
};

/**
 * Submits or revises the review of a course whose modules are all completed, even if the student has left the course or the
 * course was removed. After a review was removed, a new one can be submitted.
 * @throws `course-incomplete`, including before enrolling and for another student's enrolment.
 */
export const submitReview = (
  command: SubmitReview,
  states: { enrolment: EnrolmentState; review: ReviewState },
): ReviewDecision<InsertAnswer> => {
  const { id, enrolmentId, actor, courseCalledBy, rating, comment } = command;
  const { enrolment, review } = states;
  if (!isOwn(actor, enrolment) || enrolment.completedModules < modulesPerCourse)
    throw problemError(
      'course-incomplete',
      `Complete all ${modulesPerCourse} modules of the course first; then you can review it.`,
    );
  const { userId, courseId } = enrolment;
  const answer = inserted(id);
  const data = { userId, courseId, courseCalledBy, rating, comment };
  if (review.status !== 'present')
    return { events: [{ type: 'ReviewSubmitted', data: { ...data, enrolmentId } }], answer };
  const isSame =
    review.rating === rating && review.comment === comment && review.courseCalledBy === courseCalledBy;
  return { events: isSame ? [] : [{ type: 'ReviewRevised', data }], answer };
};

/** A review and the account of its author. The account is null if the review is unknown. */
type ReviewAndAuthor = { review: ReviewState; author: UserState | null };

/**
 * Returns the review. The review of a removed author is unknown, even if the cached state of its stream is from before the removal
 * and still has the text.
 */
const reviewOf = ({ review, author }: ReviewAndAuthor): ReviewState =>
  author === null || author.status === 'removed' ? { status: 'unknown' } : review;

/** Removes a review. @throws `forbidden` for another user's review, unless the actor is an Admin. */
export const removeReview = (actor: Actor, states: ReviewAndAuthor): ReviewDecision<DeleteAnswer> => {
  const review = reviewOf(states);
  // The answer for a removed review is the same as for an unknown one, so that others do not learn that it existed.
  if (review.status !== 'present') return { events: [], answer: deleted(0) };
  const { userId, courseId } = review;
  if (!isPermitted(actor.role, 'review.removeOther')) requireOwn(actor, userId);
  const by = actor.id === userId ? 'author' : 'admin';
  return { events: [{ type: 'ReviewRemoved', data: { userId, courseId, by } }], answer: deleted(1) };
};

/**
 * Restores a review that an Admin removed.
 * @throws `review-replaced` if its author has written a new one since; `review-taken-back` if its author removed it.
 */
export const restoreReview = (states: ReviewAndAuthor): ReviewDecision<UpdateAnswer> => {
  const review = reviewOf(states);
  if (review.status === 'unknown') return { events: [], answer: updated(0, 0) };
  if (review.status === 'present') {
    if (review.isReplacement)
      throw problemError(
        'review-replaced',
        'The author has submitted a new review since then, so this one cannot be restored.',
      );
    return { events: [], answer: updated(1, 0) };
  }
  if (review.by === 'author')
    throw problemError(
      'review-taken-back',
      'The author removed this review. Only the author can submit it again.',
    );
  const { userId, courseId } = review;
  return { events: [{ type: 'ReviewRestored', data: { userId, courseId } }], answer: updated(1, 1) };
};
