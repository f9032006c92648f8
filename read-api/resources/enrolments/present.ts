import type { EnrolledCourse, Progress } from '#contract/enrolments.ts';
import { type CourseRow, presentCourse } from '../courses/present.ts';

/** An enrolment with its course (whose `id` is the course's) and its owner's e-mail. */
export type EnrolmentRow = CourseRow & {
  enrolment_id: string;
  enrolled_at: Date;
  started_at: Date | null;
  started_by: string;
  completed_modules: number;
  withdrawn: boolean;
  email: string;
};

/** The only way from a row to JSON: answers and live messages are the same. */
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
 * The progress of an enrolment; null before it is started.
 * @param asked the id that was asked with; without one the progress is called by what it was started with.
 */
export const presentProgress = (row: EnrolmentRow, asked?: string): Progress | null => {
  if (row.started_at === null) return null;
  return {
    _id: row.enrolment_id,
    userEmail: row.email,
    courseId: asked ?? (row.started_by === 'course' ? row.id : row.enrolment_id),
    enrolmentId: row.enrolment_id,
    catalogueId: row.id,
    courseName: row.code,
    completedModules: row.completed_modules,
    startedAt: row.started_at.toISOString(),
  };
};
