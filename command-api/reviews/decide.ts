import type { ReviewEvent } from '#events/catalogue/review.ts';
import {
  type DeleteAnswer,
  deleted,
  type InsertAnswer,
  inserted,
  type UpdateAnswer,
  updated,
} from '#contract/answers.ts';
import { modulesOfACourse } from '#contract/enrolments.ts';
import { may } from '#contract/policies.ts';
import { problemError } from '#platform/problems.ts';
import type { Actor } from '../actor/actor.ts';
import { requireOwn } from '../actor/own.ts';
import type { Decided } from '../calls/decided.ts';
import type { EnrolmentState } from '../enrolments/enrolment.ts';
import type { CourseCalledBy, ReviewState } from './review.ts';

type ReviewDecision<A> = Decided<ReviewEvent, A>;

export type SubmitReview = {
  /** The review's `_id`. */
  id: string;
  enrolmentId: string;
  actor: Pick<Actor, 'id'>;
  courseCalledBy: CourseCalledBy;
  rating: number;
  comment: string;
};

/**
 * A student who has completed all modules reviews the course, whether or not they left it or it left the catalogue since.
 * The second time revises the first; the same words again write nothing. After a removal it begins anew.
 * @throws `course-incomplete`, also before enrolling; `forbidden` for another's enrolment.
 */
export const submitReview = (
  command: SubmitReview,
  states: { enrolment: EnrolmentState; review: ReviewState },
): ReviewDecision<InsertAnswer> => {
  const { id, enrolmentId, actor, courseCalledBy, rating, comment } = command;
  const { enrolment, review } = states;
  if (enrolment.status !== 'unknown') requireOwn(actor, enrolment.userId);
  if (enrolment.status === 'unknown' || enrolment.completedModules < modulesOfACourse)
    throw problemError(
      'course-incomplete',
      `Complete all ${modulesOfACourse} modules of the course first; then you can review it.`,
    );
  const { userId, courseId } = enrolment;
  const answer = inserted(id);
  const written = { userId, courseId, courseCalledBy, rating, comment };
  if (review.status !== 'present')
    return { events: [{ type: 'ReviewSubmitted', data: { ...written, enrolmentId } }], answer };
  const same =
    review.rating === rating && review.comment === comment && review.courseCalledBy === courseCalledBy;
  return { events: same ? [] : [{ type: 'ReviewRevised', data: written }], answer };
};

/** @throws `forbidden` for another's review, unless an Admin asks. */
export const removeReview = (actor: Actor, state: ReviewState): ReviewDecision<DeleteAnswer> => {
  if (state.status === 'unknown') return { events: [], answer: deleted(0) };
  const { userId, courseId } = state;
  if (!may(actor.role, 'review.removeOther')) requireOwn(actor, userId);
  if (state.status === 'removed') return { events: [], answer: deleted(0) };
  const by = actor.id === userId ? 'author' : 'admin';
  return { events: [{ type: 'ReviewRemoved', data: { userId, courseId, by } }], answer: deleted(1) };
};

/**
 * Present already: nothing to do.
 * @throws `review-replaced` when its author has written another since; `review-taken-back` when it was the author who removed it.
 */
export const restoreReview = (state: ReviewState): ReviewDecision<UpdateAnswer> => {
  if (state.status === 'unknown') return { events: [], answer: updated(0, 0) };
  if (state.status === 'present') {
    if (state.replaces)
      throw problemError('review-replaced', 'Its author has written a new review since. That one stays.');
    return { events: [], answer: updated(1, 0) };
  }
  if (state.by === 'author')
    throw problemError('review-taken-back', 'Its author took this review back. It is theirs to write again.');
  const { userId, courseId } = state;
  return { events: [{ type: 'ReviewRestored', data: { userId, courseId } }], answer: updated(1, 1) };
};
