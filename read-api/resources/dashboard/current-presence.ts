import { type Kysely, sql } from 'kysely';
import { type Dashboard, dashboardLimits } from '#contract/schemas/dashboard.ts';
import type { ReadTables } from '#platform/read-tables/read-tables.ts';
import type { StateTables } from '#platform/state-tables/state-tables.ts';

type CurrentPresence = Pick<Dashboard, 'people' | 'visitors' | 'sockets' | 'learners' | 'learning' | 'nodes'>;

/** Counts the connected users and the learners on all nodes. */
export const loadCurrentPresence = async (
  state: Kysely<StateTables>,
  tables: Kysely<ReadTables>,
): Promise<CurrentPresence> => {
  const [nodes, people, learners, courses] = await Promise.all([
    listNodes(state),
    countUsers(state, 'present'),
    countUsers(state, 'learning'),
    listCoursesWithMostLearners(state),
  ]);
  const names = await loadCourseNames(
    tables,
    courses.map(({ course_id }) => course_id),
  );
  const sum = (field: 'visitors' | 'sockets') => nodes.reduce((total, node) => total + node[field], 0);
  return {
    people,
    visitors: sum('visitors'),
    sockets: sum('sockets'),
    learners,
    learning: courses.flatMap(({ course_id, learning }) => {
      const courseName = names.get(course_id);
      return courseName === undefined ? [] : [{ courseId: course_id, courseName, learning }];
    }),
    nodes: nodes.slice(0, dashboardLimits.nodes),
  };
};

const isNodeAlive = sql<boolean>`nodes.expires_at > clock_timestamp()`;

const listNodes = async (state: Kysely<StateTables>): Promise<Dashboard['nodes']> => {
  const rows = await state
    .selectFrom('nodes')
    .where(isNodeAlive)
    .select((expression) => [
      'id',
      'name',
      'since',
      'sockets',
      'visitors',
      expression
        .selectFrom('present')
        .whereRef('present.node', '=', 'nodes.id')
        .select(sql<number>`count(*)::int`.as('people'))
        .as('people'),
    ])
    .orderBy('since')
    .orderBy('id')
    .execute();
  return rows.map(({ id, since, people, ...node }) => ({
    ...node,
    id: id.slice(0, 8),
    since: since.toISOString(),
    people: people ?? 0,
  }));
};

const countUsers = async (state: Kysely<StateTables>, table: 'present' | 'learning'): Promise<number> => {
  const row = await state
    .selectFrom(table)
    .innerJoin('nodes', 'nodes.id', `${table}.node`)
    .where(isNodeAlive)
    .select(sql<number>`count(distinct user_id)::int`.as('users'))
    .executeTakeFirst();
  return row?.users ?? 0;
};

const listCoursesWithMostLearners = (state: Kysely<StateTables>) =>
  state
    .selectFrom('learning')
    .innerJoin('nodes', 'nodes.id', 'learning.node')
    .where(isNodeAlive)
    .groupBy('course_id')
    .select(['course_id', sql<number>`count(distinct user_id)::int`.as('learning')])
    .orderBy('learning', 'desc')
    .orderBy('course_id')
    .limit(dashboardLimits.courses)
    .execute();

const loadCourseNames = async (tables: Kysely<ReadTables>, courseIds: readonly string[]) => {
  if (courseIds.length === 0) return new Map<string, string>();
  const rows = await tables
    .selectFrom('courses')
    .select(['id', 'name'])
    .where('id', 'in', [...courseIds])
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
};
