import { endpoints } from '#contract/endpoints.ts';
import { enrolmentIdOf } from '#platform/identity/record-ids.ts';
import { courseById } from '../../aggregates/course.ts';
import { enrolmentById } from '../../aggregates/enrolment.ts';
import { requireOwnEmail } from '../../authorization.ts';
import { type CommandHandler, createCommandHandler } from '../../command-handler/command-handler.ts';
import type { FindCourse } from '../../read-table-lookups/find-course.ts';
import { noSuchCourseError } from '../courses/course-rules.ts';
import { enrol, leave } from './decide.ts';

export const createEnrolmentHandlers = (findCourse: FindCourse): readonly CommandHandler[] => [
  createCommandHandler(endpoints.enrol, {
    // Clients without the course's id send its code and name.
    resolve: async ({ body: { courseId, course_code: code, course_name: name } }) => {
      if (courseId !== undefined) return courseId;
      const found = code === undefined || name === undefined ? null : await findCourse({ code, name });
      if (found === null) throw noSuchCourseError();
      return found;
    },
    writes: ({ identity }, courseId) => ({
      enrolment: enrolmentById(enrolmentIdOf(identity.userId, courseId)),
    }),
    reads: (_, courseId) => ({ course: courseById(courseId) }),
    decide: ({ actor, ownEmails, body }, states, courseId) => {
      requireOwnEmail(ownEmails, body.userEmail);
      return enrol({ id: enrolmentIdOf(actor.id, courseId), userId: actor.id, courseId }, states);
    },
  }),
  createCommandHandler(endpoints.leaveCourse, {
    writes: ({ params }) => ({ enrolment: enrolmentById(params.id) }),
    decide: ({ actor }, { enrolment }) => leave(actor, enrolment),
  }),
];
