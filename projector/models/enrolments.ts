import { streamId } from '#events/catalogue/stream-id.ts';
import type { EnrolmentsTable } from '#platform/read-tables/enrolments.ts';
import type { Evolutions } from '../projection/fold-rows.ts';
import { createRecordProjection } from '../projection/record-projection.ts';

/** Every enrolment starts with `StudentEnrolled`. A missing row belonged to a removed student, and stays missing. */
export const enrolmentEvolutions: Evolutions<EnrolmentsTable> = {
  StudentEnrolled: (row, event) => ({
    id: streamId(event.stream),
    user_id: event.data.userId,
    course_id: event.data.courseId,
    has_left: false,
    enrolled_at: event.recordedAt,
    enrolled_position: event.position,
    first_enrolled_position: row ? row.first_enrolled_position : event.position,
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

/** Read model `enrolments`: all enrolments with their progress, including those of students who have left the course. */
export const enrolments = createRecordProjection<EnrolmentsTable>({
  model: 'enrolments',
  table: 'enrolments',
  columns: {
    id: true,
    user_id: true,
    course_id: true,
    has_left: true,
    enrolled_at: true,
    enrolled_position: true,
    first_enrolled_position: true,
    started_at: true,
    started_by: true,
    completed_modules: true,
    position: true,
  },
  evolutions: enrolmentEvolutions,
  ownerColumn: 'user_id',
});
