import type { CourseCode } from '#contract/schemas/courses.ts';
import type { LookupAtHead } from './lookup-at-head.ts';

/**
 * Returns a student's newest started enrolment in a course with this code, or null. Enrolments that the student has left do not count.
 * @throws `unavailable` if the read tables are behind and contain no such enrolment.
 */
export type FindStartedEnrolment = (student: {
  userId: string;
  code: CourseCode;
}) => Promise<{ enrolmentId: string; courseId: string } | null>;

export const createFindStartedEnrolment =
  (lookup: LookupAtHead): FindStartedEnrolment =>
  ({ userId, code }) =>
    lookup(['enrolments', 'courses'], (database) =>
      database
        .selectFrom('read.enrolments as enrolment')
        .innerJoin('read.courses as course', 'course.id', 'enrolment.course_id')
        .select(['enrolment.id as enrolmentId', 'enrolment.course_id as courseId'])
        .where('enrolment.user_id', '=', userId)
        .where('course.code', '=', code)
        .where('enrolment.has_left', '=', false)
        .where('enrolment.started_at', 'is not', null)
        .orderBy('enrolment.enrolled_position', 'desc')
        .limit(1)
        .executeTakeFirst(),
    );
