import type { Kysely } from 'kysely';
import { endpoints } from '#contract/endpoints.ts';
import { isPermitted } from '#contract/policies.ts';
import { modulesPerCourse } from '#contract/schemas/enrolments.ts';
import { problemError } from '#platform/problems.ts';
import type { ReadTables } from '#platform/read-tables/read-tables.ts';
import type { Reader } from '../../authorization/authorize.ts';
import { cutPage, decodeCursor, encodeCursor } from '../../query-handler/cursor.ts';
import { defineQuery } from '../../query-handler/query-definition.ts';
import { findAttemptsOfEnrolment } from '../quizzes/query.ts';
import { filterStudents } from './filter-students.ts';
import { presentRosterAttempt, presentRosterCourse, presentStudent, rosterCsv } from './present.ts';
import {
  countRoster,
  findModuleTimes,
  findRosterCourse,
  findRosterRows,
  findTaughtCourses,
  type RosterCourseRow,
  taughtCourseCursor,
} from './query.ts';

const models = ['activity', 'certificates', 'courses', 'enrolments', 'quizzes', 'users'] as const;

const canReadAll = (reader: Reader | null): boolean =>
  isPermitted(reader?.userType ?? null, 'user.readOther');

/**
 * Returns the course, if the reader may see its students now.
 * @throws problem 'forbidden' for an Instructor who does not teach it, whether it exists or not; 'not-found' for an Admin, if it does not
 * exist.
 */
const findVisibleCourse = async (
  tables: Kysely<ReadTables>,
  reader: Reader | null,
  courseId: string,
): Promise<RosterCourseRow> => {
  const course = await findRosterCourse(tables, courseId);
  if (course && (canReadAll(reader) || (reader !== null && course.instructor_id === reader.userId)))
    return course;
  if (canReadAll(reader)) throw problemError('not-found', 'There is no course with this id.');
  throw problemError('forbidden', 'Only Admins and the teacher of this course can see its students.');
};

/** GET /taughtCourses */
export const listTaughtCourses = (tables: Kysely<ReadTables>) =>
  defineQuery(endpoints.listTaughtCourses, {
    models: ['courses', 'enrolments'],
    answer: async ({ reader, query: { limit, cursor } }) => {
      if (reader === null) return { body: [] };
      const listId = ['taught'];
      const after = cursor === undefined ? null : decodeCursor(cursor, listId, taughtCourseCursor);
      const page = { after, limit: limit + 1 };
      const found = await findTaughtCourses(tables, canReadAll(reader) ? null : reader.userId, page);
      const { rows, headers } = cutPage(found, limit, ({ withdrawn, added }) =>
        encodeCursor(listId, [withdrawn ? 1 : 0, added]),
      );
      return { body: rows.map((row) => ({ ...presentRosterCourse(row), students: row.students })), headers };
    },
  });

/** GET /courses/{id}/students */
export const readRoster = (tables: Kysely<ReadTables>, clock: () => Date) =>
  defineQuery(endpoints.readRoster, {
    models,
    subjectId: async ({ params }) => ((await findRosterCourse(tables, params.id)) ? null : undefined),
    answer: async ({ reader, params, query }) => {
      const course = await findVisibleCourse(tables, reader, params.id);
      const [rows, enrolled] = await Promise.all([
        findRosterRows(tables, course.id),
        countRoster(tables, course.id),
      ]);
      const canSeeEmails = canReadAll(reader);
      const found = filterStudents(rows, query, { now: clock(), canSearchEmails: canSeeEmails });
      if (query.format === 'csv')
        return {
          text: {
            type: 'text/csv; charset=utf-8',
            content: rosterCsv(
              found.map((row) => presentStudent(row, canSeeEmails)),
              enrolled,
            ),
          },
          headers: {
            'content-disposition': `attachment; filename="students-${course.code.toLowerCase()}.csv"`,
          },
        };
      const first = (query.page - 1) * query.limit;
      return {
        body: {
          course: presentRosterCourse(course),
          enrolled,
          total: found.length,
          students: found.slice(first, first + query.limit).map((row) => presentStudent(row, canSeeEmails)),
        },
      };
    },
  });

/** GET /courses/{id}/students/{studentId} */
export const readStudentInCourse = (tables: Kysely<ReadTables>, clock: () => Date) =>
  defineQuery(endpoints.readStudentInCourse, {
    models,
    subjectId: async ({ params: { id, studentId } }) =>
      (await findRosterRows(tables, id, studentId)).length > 0 ? studentId : undefined,
    answer: async ({ reader, params: { id, studentId } }) => {
      const course = await findVisibleCourse(tables, reader, id);
      const [row] = await findRosterRows(tables, id, studentId);
      if (!row) throw problemError('not-found', 'This user is not a student of the course, or has left it.');
      const [times, attempts] = await Promise.all([
        findModuleTimes(tables, id, studentId),
        findAttemptsOfEnrolment(tables, row.enrolment_id),
      ]);
      const now = clock();
      return {
        body: {
          course: presentRosterCourse(course),
          student: presentStudent(row, canReadAll(reader)),
          modules: Array.from(
            { length: modulesPerCourse },
            (_, index) => times[index]?.toISOString() ?? null,
          ),
          attempts: attempts.map((attempt) => presentRosterAttempt(attempt, now)),
        },
      };
    },
  });
