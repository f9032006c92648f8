import { type Kysely, sql } from 'kysely';
import type { StateTables } from '#platform/state-tables/state-tables.ts';

/**
 * Returns how many users are studying each course at the moment, on all nodes. Each user counts once per course.
 * Courses without learners are left out.
 */
export const countLearners = async (
  state: Kysely<StateTables>,
  courseIds: readonly string[],
): Promise<Map<string, number>> => {
  const rows = await state
    .selectFrom('learning')
    .innerJoin('nodes', 'nodes.id', 'learning.node')
    .where('nodes.expires_at', '>', sql<Date>`clock_timestamp()`)
    .where('learning.course_id', '=', sql<string>`any(${courseIds}::uuid[])`)
    .groupBy('learning.course_id')
    .select(['learning.course_id', sql<number>`count(distinct learning.user_id)::int`.as('learning')])
    .execute();
  return new Map(rows.map(({ course_id, learning }) => [course_id, learning]));
};
