import { calls } from '#contract/calls.ts';
import { enrolmentIdOf, reviewIdOf } from '#platform/identity/ids.ts';
import { requireOwnEmail } from '../actor/own.ts';
import { type CommandCall, permittedCommand } from '../calls/command-call.ts';
import { enrolmentOf } from '../enrolments/enrolment.ts';
import { removeReview, restoreReview, submitReview } from './decide.ts';
import { reviewOf } from './review.ts';

export const reviewCommands: readonly CommandCall[] = [
  permittedCommand(
    calls.submitReview,
    // The id that is sent may be the enrolment's or the course's: both ways are looked at, and the review of either.
    ({ identity, body }) => {
      const ofCourse = enrolmentIdOf(identity.userId, body.courseId);
      return {
        enrolment: { ...enrolmentOf(body.courseId), readOnly: true },
        review: reviewOf(reviewIdOf(body.courseId)),
        enrolmentOfCourse: { ...enrolmentOf(ofCourse), readOnly: true },
        reviewOfCourse: reviewOf(reviewIdOf(ofCourse)),
      };
    },
    ({ identity, actor, body }, states) => {
      requireOwnEmail(identity, body.userEmail);
      const { courseId: sent, rating, comment } = body;
      if (states.enrolment.status !== 'unknown') {
        const id = reviewIdOf(sent);
        const { events, answer } = submitReview(
          { id, enrolmentId: sent, actor, courseCalledBy: 'enrolment', rating, comment },
          states,
        );
        return { events: { review: events }, answer };
      }
      const enrolmentId = enrolmentIdOf(actor.id, sent);
      const id = reviewIdOf(enrolmentId);
      const { events, answer } = submitReview(
        { id, enrolmentId, actor, courseCalledBy: 'course', rating, comment },
        { enrolment: states.enrolmentOfCourse, review: states.reviewOfCourse },
      );
      return { events: { reviewOfCourse: events }, answer };
    },
  ),
  permittedCommand(
    calls.removeReview,
    ({ params }) => ({ review: reviewOf(params.id) }),
    ({ actor }, { review }) => {
      const { events, answer } = removeReview(actor, review);
      return { events: { review: events }, answer };
    },
  ),
  permittedCommand(
    calls.restoreReview,
    ({ params }) => ({ review: reviewOf(params.id) }),
    (_, { review }) => {
      const { events, answer } = restoreReview(review);
      return { events: { review: events }, answer };
    },
  ),
];
