import { endpoints } from '#contract/endpoints.ts';
import { enrolmentById } from '../../aggregates/enrolment.ts';
import { requireOwnEmail } from '../../authorization.ts';
import { type CommandHandler, createCommandHandler } from '../../command-handler/command-handler.ts';
import { resolveEnrolment } from '../enrolments/resolve-enrolment.ts';
import { completeModule, startCourse } from './decide.ts';

export const progressHandlers: readonly CommandHandler[] = [
  createCommandHandler(endpoints.startProgress, {
    resolve: ({ identity: { userId }, body }, executor) =>
      resolveEnrolment(executor, { userId, id: body.courseId }),
    writes: (_, { enrolmentId }) => ({ enrolment: enrolmentById(enrolmentId) }),
    decide: ({ ownEmails, actor, body }, { enrolment }, { enrolmentId, courseCalledBy }) => {
      requireOwnEmail(ownEmails, body.userEmail);
      return startCourse({ id: enrolmentId, actor, startedBy: courseCalledBy }, enrolment);
    },
  }),
  createCommandHandler(endpoints.completeModule, {
    writes: ({ params }) => ({ enrolment: enrolmentById(params.id) }),
    decide: ({ actor, body }, { enrolment }) => completeModule({ actor, module: body.module }, enrolment),
  }),
];
