import { type Kysely, sql } from 'kysely';
import type { ReadTables } from '#platform/read-tables/read-tables.ts';
import type { NoteRow } from './present.ts';

/** Selects notes that are not removed, with the current data of the course, or the last data of a removed course. */
const selectNotes = (tables: Kysely<ReadTables>) =>
  tables
    .selectFrom('notes')
    .innerJoin('courses', 'courses.id', 'notes.course_id')
    .innerJoin('users', 'users.id', 'notes.user_id')
    .where('notes.removed', '=', false)
    .select([
      'notes.id',
      'notes.course_id',
      'notes.enrolment_id',
      'notes.course_called_by',
      'notes.module',
      'notes.second',
      'notes.text',
      'notes.taken_at',
      'notes.edited_at',
      'courses.name',
      'courses.code',
      'courses.image_url',
      'users.email',
    ]);

/** Finds the notes of users, in the order in which they were taken. */
export const findNotesOfUsers = (
  tables: Kysely<ReadTables>,
  userIds: readonly string[],
): Promise<NoteRow[]> =>
  selectNotes(tables)
    .where('notes.user_id', '=', sql<string>`any(${userIds}::uuid[])`)
    .orderBy('notes.taken_position')
    .execute();

/** Finds the notes with these ids, in no particular order. */
export const findNotesByIds = (tables: Kysely<ReadTables>, ids: readonly string[]): Promise<NoteRow[]> =>
  selectNotes(tables).where('notes.id', '=', sql<string>`any(${ids}::uuid[])`).execute();
