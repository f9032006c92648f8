import { type Kysely, sql } from 'kysely';
import type { ReadTables } from '#platform/read-tables/read-tables.ts';

/** A student of a course, and the log position from which they can see its announcements. */
export type EnrolmentStartRow = { course_id: string; user_id: string; position: number };

/**
 * The position of the first enrolment in the course. A student who left and came back could see announcements before
 * the latest enrolment, but the read model only knows the latest enrolment. So this position comes from the log.
 */
const firstEnrolledPosition = sql<number>`(
  select events.position::float8 from log.events
   where events.stream = 'enrolment-' || enrolments.id and events.version = 1)`;

/** Returns the courses in which a user is enrolled, with the position of the first enrolment, in no particular order. */
export const loadEnrolmentStartsOf = (
  tables: Kysely<ReadTables>,
  userId: string,
): Promise<EnrolmentStartRow[]> =>
  tables
    .selectFrom('enrolments')
    .where('enrolments.has_left', '=', false)
    .where('enrolments.user_id', '=', userId)
    .select(['enrolments.course_id', 'enrolments.user_id', firstEnrolledPosition.as('position')])
    .execute();

/**
 * Returns the students of the courses, in no particular order. The log is only read for students whose latest
 * enrolment is newer than the oldest relevant announcement: for all others the first enrolment makes no difference,
 * so they get the position of the latest one.
 * @param oldestPositions the position of the oldest relevant announcement, by course id.
 */
export const loadEnrolmentStartsIn = async (
  tables: Kysely<ReadTables>,
  oldestPositions: ReadonlyMap<string, number>,
): Promise<EnrolmentStartRow[]> => {
  const { rows } = await sql<EnrolmentStartRow>`
    select enrolments.course_id, enrolments.user_id,
      case when enrolments.enrolled_position <= asked.since then enrolments.enrolled_position::float8
           else ${firstEnrolledPosition} end as position
    from unnest(${[...oldestPositions.keys()]}::uuid[], ${[...oldestPositions.values()]}::bigint[]) as asked (course_id, since)
    join enrolments on enrolments.course_id = asked.course_id and not enrolments.has_left`.execute(tables);
  return rows;
};
