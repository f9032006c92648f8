import { type Kysely, sql } from 'kysely';
import type { ReadTables } from '#platform/read-tables/tables.ts';
import type { NoteRow } from './present.ts';

/** Notes that were not removed, with the course as it is now, or as it was when it left the catalogue. */
const notes = (tables: Kysely<ReadTables>) =>
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

/** The notes of these persons, in the order in which they were taken. */
export const notesOf = (tables: Kysely<ReadTables>, userIds: readonly string[]): Promise<NoteRow[]> =>
  notes(tables)
    .where('notes.user_id', '=', sql<string>`any(${userIds}::uuid[])`)
    .orderBy('notes.taken_position')
    .execute();

/** Those of the notes that have one of the ids, in no order. */
export const notesByIds = (tables: Kysely<ReadTables>, ids: readonly string[]): Promise<NoteRow[]> =>
  notes(tables).where('notes.id', '=', sql<string>`any(${ids}::uuid[])`).execute();
