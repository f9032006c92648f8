import type { Note } from '#contract/schemas/notes.ts';
import type { NotesTable } from '#platform/read-tables/notes.ts';

/** A note with data of its course and its owner. */
export type NoteRow = Omit<NotesTable, 'user_id' | 'removed' | 'taken_position' | 'position'> & {
  name: string;
  code: string;
  image_url: string;
  email: string;
};

/** Converts a row to JSON, for GET answers and live updates alike. */
export const presentNote = (row: NoteRow): Note => ({
  _id: row.id,
  notes: row.text,
  courseId: row.course_called_by === 'course' ? row.course_id : row.enrolment_id,
  enrolmentId: row.enrolment_id,
  catalogueId: row.course_id,
  userEmail: row.email,
  courseName: row.name,
  courseCode: row.code,
  courseImageUrl: row.image_url,
  module: row.module,
  second: row.second,
  takenAt: row.taken_at.toISOString(),
  editedAt: row.edited_at?.toISOString() ?? null,
});
