import { calls } from '#events/contract/calls.ts';
import { courseIdOf } from '#platform/identity/ids.ts';
import { type CommandCall, permittedCommand } from '../calls/command-call.ts';
import { write } from '../execution/decider.ts';
import { addCourse, courseOf, editCourse, removeCourse, restoreCourse } from './decide.ts';

export const courseCommands: readonly CommandCall[] = [
  permittedCommand(calls.addCourse, async ({ actor, key, body }, load) => {
    const id = courseIdOf(actor.id, key);
    const course = await load({ ...courseOf(id), likelyNew: true });
    const { events, answer } = addCourse({ id, fields: body }, course.state);
    return { writes: [write(course, events)], answer };
  }),
  permittedCommand(calls.editCourse, async ({ params, body }, load) => {
    const course = await load(courseOf(params.id));
    const { events, answer } = editCourse(body, course.state);
    return { writes: [write(course, events)], answer };
  }),
  permittedCommand(calls.removeCourse, async ({ params }, load) => {
    const course = await load(courseOf(params.id));
    const { events, answer } = removeCourse(course.state);
    return { writes: [write(course, events)], answer };
  }),
  permittedCommand(calls.restoreCourse, async ({ params }, load) => {
    const course = await load(courseOf(params.id));
    const { events, answer } = restoreCourse(course.state);
    return { writes: [write(course, events)], answer };
  }),
];
