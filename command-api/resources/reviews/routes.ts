import { endpoints } from '#contract/endpoints.ts';
import { reviewIdOf } from '#platform/identity/record-ids.ts';
import { enrolmentById } from '../../aggregates/enrolment.ts';
import { reviewById } from '../../aggregates/review.ts';
import { requireOwnEmail } from '../../authorization.ts';
import { type CommandHandler, createCommandHandler } from '../../command-handler/command-handler.ts';
import { resolveEnrolment } from '../enrolments/resolve-enrolment.ts';
import { removeReview, restoreReview, submitReview } from './decide.ts';

const reviewInPath = ({ params }: { params: { id: string } }) => ({ review: reviewById(params.id) });

export const reviewHandlers: readonly CommandHandler[] = [
  createCommandHandler(endpoints.submitReview, {
    resolve: ({ identity: { userId }, body }, executor) =>
      resolveEnrolment(executor, { userId, id: body.courseId }),
    writes: (_, { enrolmentId }) => ({ review: reviewById(reviewIdOf(enrolmentId)) }),
    reads: (_, { enrolmentId }) => ({ enrolment: enrolmentById(enrolmentId) }),
    decide: ({ ownEmails, actor, body }, states, { enrolmentId, courseCalledBy }) => {
      requireOwnEmail(ownEmails, body.userEmail);
      const { rating, comment } = body;
      const id = reviewIdOf(enrolmentId);
      return submitReview({ id, enrolmentId, actor, courseCalledBy, rating, comment }, states);
    },
  }),
  createCommandHandler(endpoints.removeReview, {
    writes: reviewInPath,
    decide: ({ actor }, { review }) => removeReview(actor, review),
  }),
  createCommandHandler(endpoints.restoreReview, {
    writes: reviewInPath,
    decide: (_, { review }) => restoreReview(review),
  }),
];
