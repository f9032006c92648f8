import { endpoints } from '#contract/endpoints.ts';
import type { CommandExecutor } from '#events/log/command-executor.ts';
import { reviewIdOf } from '#platform/identity/record-ids.ts';
import { enrolmentById } from '../../aggregates/enrolment.ts';
import { reviewById } from '../../aggregates/review.ts';
import { userById } from '../../aggregates/user.ts';
import { requireOwnEmail } from '../../authorization.ts';
import { type CommandHandler, createCommandHandler } from '../../command-handler/command-handler.ts';
import { resolveEnrolment } from '../enrolments/resolve-enrolment.ts';
import { removeReview, restoreReview, submitReview } from './decide.ts';

type IdInPath = { params: { id: string } };
const reviewInPath = ({ params }: IdInPath) => ({ review: reviewById(params.id) });

/** Returns the id of a review's author, who never changes; null if the review is unknown. */
const findAuthorId = (
  { params }: IdInPath,
  executor: Pick<CommandExecutor, 'find'>,
): Promise<string | null> =>
  executor.find({ review: reviewById(params.id) }, ({ review }) =>
    review.status === 'unknown' ? null : review.userId,
  );
const authorWithId = (_: unknown, authorId: string | null) => ({
  author: authorId === null ? null : userById(authorId),
});

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
    resolve: findAuthorId,
    writes: reviewInPath,
    reads: authorWithId,
    decide: ({ actor }, states) => removeReview(actor, states),
  }),
  createCommandHandler(endpoints.restoreReview, {
    resolve: findAuthorId,
    writes: reviewInPath,
    reads: authorWithId,
    decide: (_, states) => restoreReview(states),
  }),
];
