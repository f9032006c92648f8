import { type Kysely, sql } from 'kysely';
import type { ReadTables } from '#platform/read-tables/read-tables.ts';

/** A student of a course, and the log position from which they can see its announcements. */
export type EnrolmentStartRow = { course_id: string; user_id: string; position: number };

/**
 * The position of the first enrolment in the course. A student who left and came back could already see announcements before the
 * latest enrolment.
 */
const firstEnrolledPosition = sql<number>`coalesce(
  enrolments.first_enrolled_position,
  (select events.position from log.events where events.stream = 'enrolment-' || enrolments.id and events.version = 1),
  enrolments.enrolled_position)::float8`;

const selectEnrolmentStarts = (tables: Kysely<ReadTables>) =>
  tables
    .selectFrom('enrolments')
    .where('enrolments.has_left', '=', false)
    .select(['enrolments.course_id', 'enrolments.user_id', firstEnrolledPosition.as('position')]);

/** Returns the courses in which a user is enrolled, with the position of the first enrolment, in no particular order. */
export const loadEnrolmentStartsOf = (
  tables: Kysely<ReadTables>,
  userId: string,
): Promise<EnrolmentStartRow[]> =>
  selectEnrolmentStarts(tables).where('enrolments.user_id', '=', userId).execute();

/** Returns the students of the courses, in no particular order. */
export const loadEnrolmentStartsIn = (
  tables: Kysely<ReadTables>,
  courseIds: readonly string[],
): Promise<EnrolmentStartRow[]> =>
  selectEnrolmentStarts(tables)
    .where('enrolments.course_id', '=', sql<string>`any(${courseIds}::uuid[])`)
    .execute();
