import { streamId } from '#events/catalogue/stream-id.ts';
import type { NotesTable } from '#platform/read-tables/notes.ts';
import type { Evolutions } from '../projection/fold-rows.ts';
import { createRecordProjection } from '../projection/record-projection.ts';

/** A text is null if its student's key has been destroyed. The note then has no row. */
export const noteEvolutions: Evolutions<NotesTable> = {
  NoteTaken: (_, event) => {
    const { userId, courseId, enrolmentId, courseCalledBy, module, second, text } = event.data;
    if (text === null) return null;
    return {
      id: streamId(event.stream),
      user_id: userId,
      course_id: courseId,
      enrolment_id: enrolmentId,
      course_called_by: courseCalledBy,
      module,
      second,
      text,
      removed: false,
      taken_at: event.recordedAt,
      taken_position: event.position,
      edited_at: null,
      position: event.position,
    };
  },
  NoteEdited: (row, event) => {
    const { text } = event.data;
    if (row === null || text === null) return null;
    return { ...row, text, edited_at: event.recordedAt, position: event.position };
  },
  NoteRemoved: (row, event) => row && { ...row, removed: true, position: event.position },
  NoteRestored: (row, event) => row && { ...row, removed: false, position: event.position },
};

/** Read model `notes`: the notes of students, including removed ones, which are marked. */
export const notes = createRecordProjection<NotesTable>({
  model: 'notes',
  table: 'notes',
  columns: {
    id: true,
    user_id: true,
    course_id: true,
    enrolment_id: true,
    course_called_by: true,
    module: true,
    second: true,
    text: true,
    removed: true,
    taken_at: true,
    taken_position: true,
    edited_at: true,
    position: true,
  },
  evolutions: noteEvolutions,
  ownerColumn: 'user_id',
});
