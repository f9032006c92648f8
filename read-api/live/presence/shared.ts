import { type Kysely, sql } from 'kysely';
import type { StateTables } from '#platform/state-tables/tables.ts';
import type { PresenceChange } from './book.ts';

/** A node, and how long it counts after each of its beats. */
export type BeatingNode = { id: string; name: string; lastsMs: number };

/**
 * Says what has changed on a node, and that it lives.
 * @param whole the change is everything there is on it.
 * @returns false where the database does not know the node (any more): it has to say everything.
 */
export const keepPresence = async (
  state: Kysely<StateTables>,
  { id, name, lastsMs }: BeatingNode,
  change: PresenceChange,
  whole: boolean,
): Promise<boolean> => {
  const people = (learners: PresenceChange['begun']) => learners.map(({ userId }) => userId);
  const courses = (learners: PresenceChange['begun']) => learners.map(({ courseId }) => courseId);
  const { sockets, visitors, gone, arrived, ended, begun } = change;
  const { rows } = await sql<{ known: boolean }>`select state.keep_presence(
    ${id}, ${name}, ${lastsMs / 1_000}, ${sockets}, ${visitors}, ${whole},
    ${gone}::uuid[], ${arrived}::uuid[],
    ${people(ended)}::uuid[], ${courses(ended)}::uuid[], ${people(begun)}::uuid[], ${courses(begun)}::uuid[]
  ) as known`.execute(state);
  return rows[0]?.known ?? false;
};

/** Whoever was at this node is not any more. */
export const endPresence = async (state: Kysely<StateTables>, id: string): Promise<void> => {
  await sql`select state.end_presence(${id})`.execute(state);
};

/** How many learn each of the courses now, on all nodes, everybody once. A course that nobody learns is left out. */
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
