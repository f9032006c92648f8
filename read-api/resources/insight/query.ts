import { type Kysely, sql } from 'kysely';
import type { CourseCode } from '#contract/schemas/courses.ts';
import type { InsightCoursesTable } from '#platform/read-tables/insight.ts';
import type { ReadTables } from '#platform/read-tables/read-tables.ts';
import { localQuarters, type Span } from './local-quarters.ts';
import type { PeriodLength } from './periods.ts';

type Tables = Kysely<ReadTables>;

export type PeriodRow = { begins: string; enrolments: number; completions: number };

/** Selects the rows of {@link loadPeriodSums}. Exported so that a test can check its plan. */
export const selectPeriodSums = (timeZone: string, span: Span, by: PeriodLength) => sql<PeriodRow>`
  select to_char(date_trunc(${by}, local), 'YYYY-MM-DD') as begins,
         sum(enrolments)::int as enrolments, sum(completions)::int as completions
    from ${localQuarters(timeZone, span)} as quarters group by 1`;

/** Returns the enrolments and completions per period. Periods without activity are left out. */
export const loadPeriodSums = async (tables: Tables, timeZone: string, span: Span, by: PeriodLength) =>
  (await selectPeriodSums(timeZone, span, by).execute(tables)).rows;

type HourRow = { weekday: number; hour: number; acts: number; modules: number };

/** Selects the rows of {@link loadHourSums}. Exported so that a test can check its plan. */
export const selectHourSums = (timeZone: string, span: Span) => sql<HourRow>`
  select extract(isodow from local)::int as weekday, extract(hour from local)::int as hour,
         sum(bookmarks + enrolments + starts + modules + notes + quizzes + reviews + certificates)::int as acts,
         sum(modules)::int as modules
    from ${localQuarters(timeZone, span)} as quarters group by 1, 2 order by 1, 2`;

/** Returns the learning activity by hour of the week. Hours without activity are left out. */
export const loadHourSums = async (tables: Tables, timeZone: string, span: Span) =>
  (await selectHourSums(timeZone, span).execute(tables)).rows;

export type StepCounts = Omit<InsightCoursesTable, 'id'>;
const stepColumns = sql`enrolled, started, module1, module2, module3, module4, module5, certificate`;

/**
 * Returns how many enrolments reached each step, in all courses together. `projector/models/insight/count-events.ts` counts
 * the steps of each course.
 */
export const loadSchoolSteps = async (tables: Tables): Promise<StepCounts> => {
  const { rows } = await sql<StepCounts>`
    select coalesce(sum(enrolled), 0)::int as enrolled, coalesce(sum(started), 0)::int as started,
           coalesce(sum(module1), 0)::int as module1, coalesce(sum(module2), 0)::int as module2,
           coalesce(sum(module3), 0)::int as module3, coalesce(sum(module4), 0)::int as module4,
           coalesce(sum(module5), 0)::int as module5, coalesce(sum(certificate), 0)::int as certificate
      from insight_courses`.execute(tables);
  const [row] = rows;
  if (!row) throw new Error('A query that always returns one row returned none.');
  return row;
};

export type CourseStepsRow = StepCounts & { id: string; code: CourseCode; name: string; withdrawn: boolean };

/** Returns the courses with the most enrolments. @param limit null for all courses. */
export const loadCourseSteps = async (tables: Tables, limit: number | null): Promise<CourseStepsRow[]> => {
  const { rows } = await sql<CourseStepsRow>`
    select id, code, name, withdrawn, ${stepColumns}
      from insight_courses join courses using (id)
     order by enrolled desc, name, id limit ${limit}`.execute(tables);
  return rows;
};

/** Counts the courses that {@link loadCourseSteps} finds without a limit. */
export const countCourses = async (tables: Tables): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from insight_courses join courses using (id)`.execute(tables);
  return rows[0]?.count ?? 0;
};

/**
 * Returns questions by their share of correct answers, lowest first. Among questions with the same share, the one that was
 * asked most often comes first.
 */
export const loadQuestionSums = (tables: Tables, limit: number) =>
  tables
    .selectFrom('insight_questions')
    .select(['id', 'asked', 'right'])
    .where('asked', '>', 0)
    .orderBy(sql`"right"::float8 / asked`)
    .orderBy('asked', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute();
