import { calls } from '#contract/calls.ts';
import { enrolmentIdOf } from '#platform/identity/ids.ts';
import { requireOwnEmail } from '../actor/own.ts';
import { type CommandCall, permittedCommand } from '../calls/command-call.ts';
import { enrolmentOf } from '../enrolments/enrolment.ts';
import { completeModule, startCourse } from './decide.ts';

export const progressCommands: readonly CommandCall[] = [
  permittedCommand(
    calls.startProgress,
    // The id that is sent may be the enrolment's or the course's: both streams are looked at.
    ({ identity, body }) => ({
      enrolment: enrolmentOf(body.courseId),
      ofCourse: enrolmentOf(enrolmentIdOf(identity.userId, body.courseId)),
    }),
    ({ identity, actor, body }, states) => {
      requireOwnEmail(identity, body.userEmail);
      if (states.enrolment.status !== 'unknown') {
        const command = { id: body.courseId, actor, startedBy: 'enrolment' } as const;
        const { events, answer } = startCourse(command, states.enrolment);
        return { events: { enrolment: events }, answer };
      }
      const command = { id: enrolmentIdOf(actor.id, body.courseId), actor, startedBy: 'course' } as const;
      const { events, answer } = startCourse(command, states.ofCourse);
      return { events: { ofCourse: events }, answer };
    },
  ),
  permittedCommand(
    calls.completeModule,
    ({ params }) => ({ enrolment: enrolmentOf(params.id) }),
    ({ actor, body }, { enrolment }) => {
      const { events, answer } = completeModule({ actor, module: body.module }, enrolment);
      return { events: { enrolment: events }, answer };
    },
  ),
];
