import { type Kysely, sql } from 'kysely';
import { type Dashboard, dashboardLimits } from '#contract/dashboard.ts';
import type { ReadTables } from '#platform/read-tables/tables.ts';
import type { StateTables } from '#platform/state-tables/tables.ts';

type Here = Pick<Dashboard, 'people' | 'visitors' | 'sockets' | 'learners' | 'learning' | 'nodes'>;

const alive = sql<boolean>`nodes.expires_at > clock_timestamp()`;

const nodesAlive = async (state: Kysely<StateTables>): Promise<Dashboard['nodes']> => {
  const rows = await state
    .selectFrom('nodes')
    .where(alive)
    .select((of) => [
      'id',
      'name',
      'since',
      'sockets',
      'visitors',
      of
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

const countPeople = async (state: Kysely<StateTables>, table: 'present' | 'learning'): Promise<number> => {
  const row = await state
    .selectFrom(table)
    .innerJoin('nodes', 'nodes.id', `${table}.node`)
    .where(alive)
    .select(sql<number>`count(distinct user_id)::int`.as('people'))
    .executeTakeFirst();
  return row?.people ?? 0;
};

const mostLearnt = (state: Kysely<StateTables>) =>
  state
    .selectFrom('learning')
    .innerJoin('nodes', 'nodes.id', 'learning.node')
    .where(alive)
    .groupBy('course_id')
    .select(['course_id', sql<number>`count(distinct user_id)::int`.as('learning')])
    .orderBy('learning', 'desc')
    .orderBy('course_id')
    .limit(dashboardLimits.courses)
    .execute();

const namesOf = async (tables: Kysely<ReadTables>, courseIds: readonly string[]) => {
  if (courseIds.length === 0) return new Map<string, string>();
  const rows = await tables
    .selectFrom('courses')
    .select(['id', 'name'])
    .where('id', 'in', [...courseIds])
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
};

/** Who is connected and who learns, on all nodes: numbers, never who. */
export const whoIsHere = async (state: Kysely<StateTables>, tables: Kysely<ReadTables>): Promise<Here> => {
  const [nodes, people, learners, courses] = await Promise.all([
    nodesAlive(state),
    countPeople(state, 'present'),
    countPeople(state, 'learning'),
    mostLearnt(state),
  ]);
  const names = await namesOf(
    tables,
    courses.map(({ course_id }) => course_id),
  );
  const sum = (of: 'visitors' | 'sockets') => nodes.reduce((all, node) => all + node[of], 0);
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
