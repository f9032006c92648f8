import { type Kysely, sql } from 'kysely';
import type { ReadTables } from '#platform/read-tables/tables.ts';
import type { Past } from '../connection/writer.ts';
import type { Projection } from '../projection/projection.ts';

type Db = Kysely<ReadTables>;

const run = (db: Db, statement: string) => sql.raw(statement).execute(db);

const checksOf = async (db: Db, table: string): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`
    select conname as name from pg_constraint where conrelid = ${table}::regclass and contype = 'c'`.execute(
    db,
  );
  return rows.map(({ name }) => name);
};

const textColumnsOf = async (db: Db, past: Past, table: string): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`
    select column_name as name from information_schema.columns
    where table_schema = ${past} and table_name = ${table} and data_type in ('text', 'jsonb', 'json')`.execute(
    db,
  );
  return rows.map(({ name }) => name);
};

const anyIn = async (db: Db, table: string, what: string, mark: string): Promise<boolean> => {
  const { rows } = await run(
    db,
    `select exists (select from ${table} as one where ${what}::text like '%${mark}%') as found`,
  );
  return (rows[0] as { found: boolean }).found;
};

/** Rules that say when something is there do not hold where it never is. */
const emptyTable = async (db: Db, past: Past, name: string, mark: string): Promise<void> => {
  const table = `${past}.${name}`;
  for (const check of await checksOf(db, table))
    await run(db, `alter table ${table} drop constraint ${check}`);
  for (const column of await textColumnsOf(db, past, name)) {
    if (!(await anyIn(db, table, `one.${column}`, mark))) continue;
    await run(db, `alter table ${table} alter column ${column} drop not null`);
    await run(db, `update ${table} set ${column} = null where ${column}::text like '%${mark}%'`);
  }
  if (await anyIn(db, table, 'one', mark))
    throw new Error(`${name} holds what stands in for something hidden, in a column that cannot be emptied.`);
};

/** What a projection makes of hidden values or of ids itself, where that would say something that is not so. */
const mend = async (db: Db, past: Past): Promise<void> => {
  const quizzes = `${past}.quizzes`;
  // Counted from the answers, which are hidden.
  await run(db, `alter table ${quizzes} alter column answered drop not null`);
  await run(db, `update ${quizzes} set answered = null where finished_at is not null`);
  // Computed from the ids of person and course: a pseudonym would give another way than that of `enrolments`.
  await run(
    db,
    `update ${quizzes} as quiz set enrolment_id = way.id from ${past}.enrolments as way
     where way.user_id = quiz.user_id and way.course_id = quiz.course_id`,
  );
};

/** Puts null wherever something stands in for what is hidden (see `pseudonymousLog`). */
export const withoutStandIns = async (
  db: Db,
  projections: readonly Projection[],
  past: Past,
  mark: string,
): Promise<void> => {
  await mend(db, past);
  for (const { tables } of projections) for (const { name } of tables) await emptyTable(db, past, name, mark);
};
