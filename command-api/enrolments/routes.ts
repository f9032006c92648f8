import { NIL } from 'uuid';
import { calls } from '#contract/calls.ts';
import { enrolmentIdOf } from '#platform/identity/ids.ts';
import { requireOwnEmail } from '../actor/own.ts';
import { type CommandCall, type CommandInput, permittedCommand } from '../calls/command-call.ts';
import { courseOf } from '../courses/decide.ts';
import { enrol, leave } from './decide.ts';
import { enrolmentOf } from './enrolment.ts';
import type { FindCourse } from './find-course.ts';

type EnrolInput = CommandInput<typeof calls.enrol>;

/** The course that is meant; where there is none an id that no course has, so that it is decided on like the others. */
const courseMeant = ({ body }: EnrolInput): string => body.courseId ?? NIL;

const enrolByCourseId = permittedCommand(
  calls.enrol,
  (input) => ({
    enrolment: enrolmentOf(enrolmentIdOf(input.identity.userId, courseMeant(input))),
    course: { ...courseOf(courseMeant(input)), readOnly: true },
  }),
  (input, states) => {
    requireOwnEmail(input.identity, input.body.userEmail);
    const courseId = courseMeant(input);
    const userId = input.actor.id;
    const { events, answer } = enrol({ id: enrolmentIdOf(userId, courseId), userId, courseId }, states);
    return { events: { enrolment: events }, answer };
  },
);

/** A client that knows no course id names the course by code and name: it is looked up before the decision. */
const enrolment = (findCourse: FindCourse): CommandCall => ({
  ...enrolByCourseId,
  run: async (executor, given, act) => {
    const input = given as EnrolInput;
    const { courseId, course_code: code, course_name: name } = input.body;
    if (courseId !== undefined || code === undefined || name === undefined)
      return enrolByCourseId.run(executor, given, act);
    const found = await findCourse({ code, name });
    const body = { ...input.body, courseId: found ?? undefined };
    return enrolByCourseId.run(executor, { ...given, body } as typeof given, act);
  },
});

export const enrolmentCommands = (findCourse: FindCourse): readonly CommandCall[] => [
  enrolment(findCourse),
  permittedCommand(
    calls.leaveCourse,
    ({ params }) => ({ enrolment: enrolmentOf(params.id) }),
    ({ actor }, states) => {
      const { events, answer } = leave(actor, states.enrolment);
      return { events: { enrolment: events }, answer };
    },
  ),
];
