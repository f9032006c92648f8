import { calls } from '#contract/calls.ts';
import { courseIdOf } from '#platform/identity/ids.ts';
import { type CommandCall, permittedCommand } from '../calls/command-call.ts';
import { userOf } from '../users/decide.ts';
import { addCourse, courseOf, editCourse, removeCourse, restoreCourse, setVideos } from './decide.ts';
import { courseHistoryOf, revertCourse } from './revert.ts';

const courseInPath = (input: { params: { id: string } }) => ({ course: courseOf(input.params.id) });

/** The person whom the body names as instructor; where it names nobody the actor, whose stream is read anyway. */
const instructorNamed = (input: {
  identity: { userId: string };
  body: { instructorId?: string | null | undefined };
}) => ({ ...userOf(input.body.instructorId ?? input.identity.userId), readOnly: true });

export const courseCommands: readonly CommandCall[] = [
  permittedCommand(
    calls.addCourse,
    (input) => ({
      course: { ...courseOf(courseIdOf(input.identity.userId, input.key)), expectNew: true },
      instructor: instructorNamed(input),
    }),
    ({ actor, key, body }, states) => {
      const id = courseIdOf(actor.id, key);
      const { events, answer } = addCourse({ id, fields: body }, states);
      return { events: { course: events }, answer };
    },
  ),
  permittedCommand(
    calls.editCourse,
    (input) => ({ ...courseInPath(input), instructor: instructorNamed(input) }),
    ({ body }, states) => {
      const { events, answer } = editCourse(body, states);
      return { events: { course: events }, answer };
    },
  ),
  permittedCommand(calls.setCourseVideos, courseInPath, ({ actor, body }, { course }) => {
    const { events, answer } = setVideos(actor, body.videos, course);
    return { events: { course: events }, answer };
  }),
  permittedCommand(calls.removeCourse, courseInPath, (_, { course }) => {
    const { events, answer } = removeCourse(course);
    return { events: { course: events }, answer };
  }),
  permittedCommand(
    calls.revertCourse,
    (input) => ({ course: courseHistoryOf(input.params.id) }),
    ({ body }, { course }) => {
      const { events, answer } = revertCourse(body, course);
      return { events: { course: events }, answer };
    },
  ),
  permittedCommand(calls.restoreCourse, courseInPath, (_, { course }) => {
    const { events, answer } = restoreCourse(course);
    return { events: { course: events }, answer };
  }),
];
