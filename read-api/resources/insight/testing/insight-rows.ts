/** Inserts rows of the insight read model directly, so that a test can choose their times and numbers. */
import type { Pool } from 'pg';
import type { StepCounts } from '../query.ts';

const activities = ['enrolments', 'modules', 'completions', 'notes'] as const;
type ActivityCounts = Partial<Record<(typeof activities)[number], number>>;

/** Adds activity. @param at any time within the quarter of an hour. */
export const insertActivity = async (pool: Pool, at: string, counts: ActivityCounts): Promise<void> => {
  const values = activities.map((activity) => counts[activity] ?? 0);
  await pool.query(
    `insert into read.insight_quarters
       values (date_bin('15 minutes', $1::timestamptz, '2000-01-01T00:00Z'), 0, $2, 0, $3, $5, 0, 0, 0, $4)
       on conflict (quarter) do update set enrolments = insight_quarters.enrolments + excluded.enrolments,
         modules = insight_quarters.modules + excluded.modules, notes = insight_quarters.notes + excluded.notes,
         completions = insight_quarters.completions + excluded.completions`,
    [at, ...values],
  );
};

export const insertSteps = async (
  pool: Pool,
  courseId: string,
  steps: Partial<StepCounts>,
): Promise<void> => {
  const {
    enrolled = 0,
    started = 0,
    module1 = 0,
    module2 = 0,
    module3 = 0,
    module4 = 0,
    module5 = 0,
  } = steps;
  await pool.query('insert into read.insight_courses values ($1, $2, $3, $4, $5, $6, $7, $8, $9)', [
    ...[courseId, enrolled, started, module1, module2, module3, module4, module5, steps.certificate ?? 0],
  ]);
};

export const insertQuestion = (pool: Pool, id: string, asked: number, right: number) =>
  pool.query('insert into read.insight_questions values ($1, $2, $3)', [id, asked, right]);

/** Moves the checkpoint as if an event had changed the numbers. */
export const moveInsightCheckpoint = (pool: Pool, position: number) =>
  pool.query(
    `with moved as (update read.checkpoints set position = greatest(position, $1), relevant_position = $1
       where model = 'insight' returning 1)
     select pg_notify('lyceum_checkpoint', '{}') from moved`,
    [position],
  );
