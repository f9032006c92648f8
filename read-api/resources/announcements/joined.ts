import { type Kysely, sql } from 'kysely';
import type { ReadTables } from '#platform/read-tables/tables.ts';

/** From where in the log a person reads what is announced in a course. */
export type JoinedRow = { course_id: string; user_id: string; position: number };

/**
 * Where a way through a course began: what was announced there before, the person cannot have seen before. Who left and came
 * back had read it until then; the table knows the last time that they came, the log the first.
 */
const began = sql<number>`(
  select events.position::float8 from log.events
   where events.stream = 'enrolment-' || enrolments.id and events.version = 1)`;

/** The courses that a person is enrolled in, in no order. */
export const joinedBy = (tables: Kysely<ReadTables>, userId: string): Promise<JoinedRow[]> =>
  tables
    .selectFrom('enrolments')
    .where('enrolments.has_left', '=', false)
    .where('enrolments.user_id', '=', userId)
    .select(['enrolments.course_id', 'enrolments.user_id', began.as('position')])
    .execute();

/**
 * Who is enrolled in one of these courses, in no order. Of those who came (back) before anything that is asked about was
 * announced, the position is that of the last time: the first makes no difference then. The log is asked for the others only.
 * @param courses each with the oldest position that is asked about.
 */
export const joinedIn = async (
  tables: Kysely<ReadTables>,
  courses: ReadonlyMap<string, number>,
): Promise<JoinedRow[]> => {
  const { rows } = await sql<JoinedRow>`
    select enrolments.course_id, enrolments.user_id,
      case when enrolments.enrolled_position <= asked.since then enrolments.enrolled_position::float8
           else ${began} end as position
    from unnest(${[...courses.keys()]}::uuid[], ${[...courses.values()]}::bigint[]) as asked (course_id, since)
    join enrolments on enrolments.course_id = asked.course_id and not enrolments.has_left`.execute(tables);
  return rows;
};
