import { type Kysely, sql } from 'kysely';
import type { ReadTables } from '#platform/read-tables/tables.ts';
import type { EnrolmentRow } from './present.ts';

/** Enrolments that were not left, with the course as it is now, or as it was when it left the catalogue. */
const enrolments = (tables: Kysely<ReadTables>) =>
  tables
    .selectFrom('enrolments')
    .innerJoin('courses', 'courses.id', 'enrolments.course_id')
    .innerJoin('users', 'users.id', 'enrolments.user_id')
    .where('enrolments.has_left', '=', false)
    .select([
      'enrolments.id as enrolment_id',
      'enrolments.enrolled_at',
      'enrolments.started_at',
      'enrolments.started_by',
      'enrolments.completed_modules',
      'courses.id',
      'courses.code',
      'courses.name',
      'courses.duration',
      'courses.difficulty',
      'courses.category',
      'courses.details',
      'courses.instructor',
      'courses.price',
      'courses.image_url',
      'courses.instructor_id',
      'courses.videos',
      'courses.added_at',
      'courses.updated_at',
      'courses.withdrawn',
      'users.email',
    ]);

/** What these persons are enrolled in, in the order in which they enrolled. */
export const enrolmentsOf = (
  tables: Kysely<ReadTables>,
  userIds: readonly string[],
): Promise<EnrolmentRow[]> =>
  enrolments(tables)
    .where('enrolments.user_id', '=', sql<string>`any(${userIds}::uuid[])`)
    .orderBy('enrolments.enrolled_position')
    .execute();

/** One of these persons' enrolments, by its own id or by its course's. */
export const enrolmentIn = (
  tables: Kysely<ReadTables>,
  userIds: readonly string[],
  id: string,
): Promise<EnrolmentRow | undefined> =>
  enrolments(tables)
    .where('enrolments.user_id', '=', sql<string>`any(${userIds}::uuid[])`)
    .where((of) => of.or([of('enrolments.id', '=', id), of('enrolments.course_id', '=', id)]))
    .orderBy('enrolments.enrolled_position', 'desc')
    .executeTakeFirst();

/** Those of the enrolments that have one of the ids, in no order. */
export const enrolmentsByIds = (
  tables: Kysely<ReadTables>,
  ids: readonly string[],
): Promise<EnrolmentRow[]> =>
  enrolments(tables).where('enrolments.id', '=', sql<string>`any(${ids}::uuid[])`).execute();
