import type { EnrolmentRef } from '../enrolments/way-of.ts';
import type { LookUp } from '../look-up/as-of-head.ts';

export type FindEnrolment = (student: { userId: string; code: string }) => Promise<EnrolmentRef | null>;

/**
 * Finds the enrolment that a quiz opened by code alone belongs to: of those that are started in courses of that code the
 * newest, unless the student has left it. @throws `unavailable`.
 */
export const openEnrolmentFinder =
  (lookUp: LookUp): FindEnrolment =>
  async ({ userId, code }) =>
    lookUp<EnrolmentRef>(
      ['enrolments', 'courses'],
      `select enrolments.id as "enrolmentId", course_id as "courseId"
       from read.enrolments join read.courses on courses.id = course_id
       where user_id = $1 and code = $2 and not has_left and started_at is not null
       order by enrolled_position desc limit 1`,
      [userId, code],
    );
