import { type Kysely, sql } from 'kysely';
import type { ReadTables } from '#platform/read-tables/read-tables.ts';
import type { EnrolmentRow } from './present.ts';

/** Selects current enrolments, with the current data of the course, or the last data of a removed course. */
const selectEnrolments = (tables: Kysely<ReadTables>) =>
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

/** Finds the enrolments of users, in the order in which they enrolled. */
export const findEnrolmentsOfUsers = (
  tables: Kysely<ReadTables>,
  userIds: readonly string[],
): Promise<EnrolmentRow[]> =>
  selectEnrolments(tables)
    .where('enrolments.user_id', '=', sql<string>`any(${userIds}::uuid[])`)
    .orderBy('enrolments.enrolled_position')
    .execute();

/**
 * Finds an enrolment of one of the users.
 * @param id of the enrolment or of its course.
 */
export const findEnrolment = (
  tables: Kysely<ReadTables>,
  userIds: readonly string[],
  id: string,
): Promise<EnrolmentRow | undefined> =>
  selectEnrolments(tables)
    .where('enrolments.user_id', '=', sql<string>`any(${userIds}::uuid[])`)
    .where((expression) =>
      expression.or([expression('enrolments.id', '=', id), expression('enrolments.course_id', '=', id)]),
    )
    .orderBy('enrolments.enrolled_position', 'desc')
    .executeTakeFirst();

/** Finds the enrolments with these ids, in no particular order. */
export const findEnrolmentsByIds = (
  tables: Kysely<ReadTables>,
  ids: readonly string[],
): Promise<EnrolmentRow[]> =>
  selectEnrolments(tables).where('enrolments.id', '=', sql<string>`any(${ids}::uuid[])`).execute();
