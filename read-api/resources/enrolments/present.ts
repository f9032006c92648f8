import type { EnrolledCourse, Progress } from '#contract/schemas/enrolments.ts';
import { type CourseRow, presentCourse } from '../courses/present.ts';

/** An enrolment with its course and the student's e-mail. `id` is that of the course. */
export type EnrolmentRow = CourseRow & {
  enrolment_id: string;
  enrolled_at: Date;
  started_at: Date | null;
  started_by: string;
  completed_modules: number;
  withdrawn: boolean;
  email: string;
};

/** Converts a row to JSON, for GET answers and live updates alike. */
export const presentEnrolment = (row: EnrolmentRow): EnrolledCourse => ({
  ...presentCourse(row),
  _id: row.enrolment_id,
  courseId: row.id,
  userEmail: row.email,
  enrolledAt: row.enrolled_at.toISOString(),
  withdrawn: row.withdrawn,
  started: row.started_at !== null,
  completedModules: row.completed_modules,
});

/**
 * Converts an enrolment to its progress; null before the course is started.
 * @param requestedId the id in the request, which the answer repeats as `courseId`. Without it `courseId` is the id that
 * the client used to start the course.
 */
export const presentProgress = (row: EnrolmentRow, requestedId?: string): Progress | null => {
  if (row.started_at === null) return null;
  return {
    _id: row.enrolment_id,
    userEmail: row.email,
    courseId: requestedId ?? (row.started_by === 'course' ? row.id : row.enrolment_id),
    enrolmentId: row.enrolment_id,
    catalogueId: row.id,
    courseName: row.code,
    completedModules: row.completed_modules,
    startedAt: row.started_at.toISOString(),
  };
};
