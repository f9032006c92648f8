/** `read.enrolments`: enrolments with their progress. */
export type EnrolmentsTable = {
  /** The `_id` of the enrolment and of its progress. */
  id: string;
  user_id: string;
  course_id: string;
  /** Whether the student has left the course. The progress is kept. */
  has_left: boolean;
  enrolled_at: Date;
  /** The position of the (latest) enrolment: a total order for lists. */
  enrolled_position: number;
  /** The position of the first enrolment. Null if a projector that did not know this column created the row. */
  first_enrolled_position: number | null;
  /** Null until the course is started. */
  started_at: Date | null;
  /** Whether the client started the course with the id of the `enrolment` or of the `course`. */
  started_by: string;
  completed_modules: number;
  /** The position of the last event that changed this row. */
  position: number;
};
