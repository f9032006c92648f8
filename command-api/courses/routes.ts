import { calls } from '#events/contract/calls.ts';
import { courseIdOf } from '#platform/identity/ids.ts';
import { type CommandCall, permittedCommand } from '../calls/command-call.ts';
import { addCourse, courseOf, editCourse, removeCourse, restoreCourse } from './decide.ts';

const courseInPath = (input: { params: { id: string } }) => ({ course: courseOf(input.params.id) });

export const courseCommands: readonly CommandCall[] = [
  permittedCommand(
    calls.addCourse,
    ({ identity, key }) => ({
      course: { ...courseOf(courseIdOf(identity.userId, key)), expectNew: true },
    }),
    ({ actor, key, body }, { course }) => {
      const id = courseIdOf(actor.id, key);
      const { events, answer } = addCourse({ id, fields: body }, course);
      return { events: { course: events }, answer };
    },
  ),
  permittedCommand(calls.editCourse, courseInPath, ({ body }, { course }) => {
    const { events, answer } = editCourse(body, course);
    return { events: { course: events }, answer };
  }),
  permittedCommand(calls.removeCourse, courseInPath, (_, { course }) => {
    const { events, answer } = removeCourse(course);
    return { events: { course: events }, answer };
  }),
  permittedCommand(calls.restoreCourse, courseInPath, (_, { course }) => {
    const { events, answer } = restoreCourse(course);
    return { events: { course: events }, answer };
  }),
];
