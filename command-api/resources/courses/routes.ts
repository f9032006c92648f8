import { endpoints } from '#contract/endpoints.ts';
import { courseIdOf } from '#platform/identity/record-ids.ts';
import { courseById, courseChangesById, courseHistoryById } from '../../aggregates/course.ts';
import { userById } from '../../aggregates/user.ts';
import { type CommandHandler, createCommandHandler } from '../../command-handler/command-handler.ts';
import { addCourse, editCourse, removeCourse, restoreCourse, setVideos } from './decide.ts';
import { revertCourse } from './revert.ts';

const courseInPath = ({ params }: { params: { id: string } }) => ({ course: courseById(params.id) });

const courseChangesInPath = ({ params }: { params: { id: string } }) => ({
  changes: courseChangesById(params.id),
});

const namedInstructor = ({ body }: { body: { instructorId?: string | null | undefined } }) => ({
  instructor: body.instructorId ? userById(body.instructorId) : null,
});

export const courseHandlers: readonly CommandHandler[] = [
  createCommandHandler(endpoints.addCourse, {
    writes: ({ identity, key }) => ({
      course: { ...courseById(courseIdOf(identity.userId, key)), isExpectedNew: true },
    }),
    reads: namedInstructor,
    decide: ({ actor, key, body }, states) =>
      addCourse({ id: courseIdOf(actor.id, key), fields: body }, states),
  }),
  createCommandHandler(endpoints.editCourse, {
    writes: courseChangesInPath,
    reads: namedInstructor,
    decide: ({ body }, states) => editCourse(body, states),
  }),
  createCommandHandler(endpoints.setCourseVideos, {
    writes: courseChangesInPath,
    decide: ({ actor, body }, { changes }) => setVideos(actor, body, changes),
  }),
  createCommandHandler(endpoints.removeCourse, {
    writes: courseInPath,
    decide: (_, { course }) => removeCourse(course),
  }),
  createCommandHandler(endpoints.revertCourse, {
    writes: ({ params }) => ({ course: courseHistoryById(params.id) }),
    decide: ({ body }, { course }) => revertCourse(body, course),
  }),
  createCommandHandler(endpoints.restoreCourse, {
    writes: courseInPath,
    decide: (_, { course }) => restoreCourse(course),
  }),
];
