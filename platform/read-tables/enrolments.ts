/** `read.enrolments`: every student's way through every course that they enrolled in. Written by the projector alone. */
export type EnrolmentsTable = {
  /** The `_id` of the enrolment and of its progress. */
  id: string;
  user_id: string;
  course_id: string;
  /** The student left the course; the rest is kept for a return. */
  has_left: boolean;
  enrolled_at: Date;
  /** Where the student enrolled (or came back): a total order without ties, for lists. */
  enrolled_position: number;
  /** Null until the course is started. */
  started_at: Date | null;
  /** By which of its two ids the course was started: `enrolment` or `course`. */
  started_by: string;
  completed_modules: number;
  /** The last event that changed this row. */
  position: number;
};
