/** `read.notes`: what students wrote down, readable. Written by the projector alone. */
export type NotesTable = {
  id: string;
  user_id: string;
  course_id: string;
  enrolment_id: string;
  /** By which of its two ids the course was named: `enrolment` or `course`. */
  course_called_by: string;
  /** 1 to 5, and the second in its video; both null for a note without a place. */
  module: number | null;
  second: number | null;
  text: string;
  /** Its student removed it; it is kept for taking that back. */
  removed: boolean;
  taken_at: Date;
  /** Where it was taken: a total order without ties, for lists. */
  taken_position: number;
  /** Null until the text is changed. */
  edited_at: Date | null;
  /** The last event that changed this row. */
  position: number;
};
