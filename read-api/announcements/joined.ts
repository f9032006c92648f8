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

const joined = (tables: Kysely<ReadTables>) =>
  tables
    .selectFrom('enrolments')
    .where('enrolments.has_left', '=', false)
    .select(['enrolments.course_id', 'enrolments.user_id', began.as('position')]);

/** The courses that a person is enrolled in, in no order. */
export const joinedBy = (tables: Kysely<ReadTables>, userId: string): Promise<JoinedRow[]> =>
  joined(tables).where('enrolments.user_id', '=', userId).execute();

/** Who is enrolled in one of these courses, in no order. */
export const joinedIn = (tables: Kysely<ReadTables>, courseIds: readonly string[]): Promise<JoinedRow[]> =>
  joined(tables).where('enrolments.course_id', '=', sql<string>`any(${courseIds}::uuid[])`).execute();
