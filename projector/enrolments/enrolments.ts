import { streamId } from '#events/catalogue/stream-id.ts';
import type { EnrolmentsTable } from '#platform/read-tables/enrolments.ts';
import type { Evolutions } from '../projection/fold-rows.ts';
import { recordProjection } from '../projection/record-projection.ts';

/**
 * What each event makes of the row of a student's way through a course. Nothing happens on it before the student
 * enrolled; a row that is missing is a removed student's.
 */
export const enrolmentEvolutions: Evolutions<EnrolmentsTable> = {
  StudentEnrolled: (row, event) => ({
    id: streamId(event.stream),
    user_id: event.data.userId,
    course_id: event.data.courseId,
    has_left: false,
    enrolled_at: event.recordedAt,
    enrolled_position: event.position,
    started_at: row?.started_at ?? null,
    started_by: row?.started_by ?? 'enrolment',
    completed_modules: row?.completed_modules ?? 0,
    position: event.position,
  }),
  StudentLeft: (row, event) => row && { ...row, has_left: true, position: event.position },
  CourseStarted: (row, event) =>
    row && {
      ...row,
      started_at: event.recordedAt,
      started_by: event.data.startedBy,
      position: event.position,
    },
  ModuleCompleted: (row, event) =>
    row && { ...row, completed_modules: event.data.module, position: event.position },
};

/** Read model `enrolments`: every student's way through every course that they enrolled in. */
export const enrolments = recordProjection<EnrolmentsTable>({
  model: 'enrolments',
  table: 'enrolments',
  columns: {
    id: true,
    user_id: true,
    course_id: true,
    has_left: true,
    enrolled_at: true,
    enrolled_position: true,
    started_at: true,
    started_by: true,
    completed_modules: true,
    position: true,
  },
  evolutions: enrolmentEvolutions,
  owner: 'user_id',
});
