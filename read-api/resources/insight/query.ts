import { type Kysely, sql } from 'kysely';
import type { InsightCoursesTable } from '#platform/read-tables/insight.ts';
import type { ReadTables } from '#platform/read-tables/tables.ts';
import { localQuarters, type Span } from './local-quarters.ts';

type Tables = Kysely<ReadTables>;

export type PeriodRow = { begins: string; enrolments: number; completions: number };

/** The query of {@link periodSums}, for who wants its plan. */
export const periodsSummed = (timeZone: string, span: Span, by: 'week' | 'month') => sql<PeriodRow>`
  select to_char(date_trunc(${by}, local), 'YYYY-MM-DD') as begins,
         sum(enrolments)::int as enrolments, sum(completions)::int as completions
    from ${localQuarters(timeZone, span)} as quarters group by 1`;

/** Enrolments and completions of those periods of a span in which anything happened. */
export const periodSums = async (tables: Tables, timeZone: string, span: Span, by: 'week' | 'month') =>
  (await periodsSummed(timeZone, span, by).execute(tables)).rows;

export type HourRow = { weekday: number; hour: number; acts: number; modules: number };

/** The query of {@link hourSums}, for who wants its plan. */
export const hoursSummed = (timeZone: string, span: Span) => sql<HourRow>`
  select extract(isodow from local)::int as weekday, extract(hour from local)::int as hour,
         sum(bookmarks + enrolments + starts + modules + notes + quizzes + reviews + certificates)::int as acts,
         sum(modules)::int as modules
    from ${localQuarters(timeZone, span)} as quarters group by 1, 2 order by 1, 2`;

/** Acts by the hours of the week. */
export const hourSums = async (tables: Tables, timeZone: string, span: Span) =>
  (await hoursSummed(timeZone, span).execute(tables)).rows;

export type Steps = Omit<InsightCoursesTable, 'id'>;
const steps = sql`enrolled, started, module1, module2, module3, module4, module5, certificate`;

/** How far people came in all courses together. */
export const schoolSteps = async (tables: Tables): Promise<Steps> => {
  const { rows } = await sql<Steps>`
    select coalesce(sum(enrolled), 0)::int as enrolled, coalesce(sum(started), 0)::int as started,
           coalesce(sum(module1), 0)::int as module1, coalesce(sum(module2), 0)::int as module2,
           coalesce(sum(module3), 0)::int as module3, coalesce(sum(module4), 0)::int as module4,
           coalesce(sum(module5), 0)::int as module5, coalesce(sum(certificate), 0)::int as certificate
      from insight_courses`.execute(tables);
  const [row] = rows;
  if (!row) throw new Error('A query that always has one row had none.');
  return row;
};

export type CourseStepsRow = Steps & { id: string; code: string; name: string; withdrawn: boolean };

/** The courses in which most enrolled. @param limit null: all of them. */
export const courseSteps = async (tables: Tables, limit: number | null): Promise<CourseStepsRow[]> => {
  const { rows } = await sql<CourseStepsRow>`
    select id, code, name, withdrawn, ${steps}
      from insight_courses join courses using (id)
     order by enrolled desc, name, id limit ${limit}`.execute(tables);
  return rows;
};

export const countCourses = async (tables: Tables): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from insight_courses join courses using (id)`.execute(tables);
  return rows[0]?.count ?? 0;
};

/** Questions that were asked, the hardest first; of those that are as hard, the one that was asked most. */
export const questionSums = (tables: Tables, limit: number) =>
  tables
    .selectFrom('insight_questions')
    .select(['id', 'asked', 'right'])
    .where('asked', '>', 0)
    .orderBy(sql`"right"::float8 / asked`)
    .orderBy('asked', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute();
