/** `read.notes`: notes in clear text. */
export type NotesTable = {
  id: string;
  user_id: string;
  course_id: string;
  enrolment_id: string;
  /** Whether the client named the course by the id of the `enrolment` or of the `course`. */
  course_called_by: string;
  /** The module (1 to 5), and the second in its video; both null for a note without a video position. */
  module: number | null;
  second: number | null;
  text: string;
  /** Whether the student removed the note. The row stays, so that the note can be restored. */
  removed: boolean;
  taken_at: Date;
  /** The position at which it was taken: a total order for lists. */
  taken_position: number;
  /** Null until the text is changed. */
  edited_at: Date | null;
  /** The position of the last event that changed this row. */
  position: number;
};
