import { type Kysely, sql } from 'kysely';
import type { ReadTables } from '#platform/read-tables/read-tables.ts';
import type { AsOfSchema } from '../connection/writer.ts';
import type { Projection } from '../projection/projection.ts';

type Db = Kysely<ReadTables>;

const run = (db: Db, statement: string) => sql.raw(statement).execute(db);

const listCheckConstraints = async (db: Db, table: string): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`
    select conname as name from pg_constraint where conrelid = ${table}::regclass and contype = 'c'`.execute(
    db,
  );
  return rows.map(({ name }) => name);
};

const listTextColumns = async (db: Db, schema: AsOfSchema, table: string): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`
    select column_name as name from information_schema.columns
    where table_schema = ${schema} and table_name = ${table} and data_type in ('text', 'jsonb', 'json')`.execute(
    db,
  );
  return rows.map(({ name }) => name);
};

/**
 * Returns whether an expression contains a placeholder in any row of the table, which has the alias `t`.
 * @param mark the string that all placeholders contain.
 */
const containsMark = async (db: Db, table: string, expression: string, mark: string): Promise<boolean> => {
  const { rows } = await run(
    db,
    `select exists (select from ${table} as t where ${expression}::text like '%${mark}%') as found`,
  );
  return (rows[0] as { found: boolean }).found;
};

/** Replaces the placeholders in a table with null. Drops the table's check constraints, because some would not allow null. */
const clearTable = async (db: Db, schema: AsOfSchema, name: string, mark: string): Promise<void> => {
  const table = `${schema}.${name}`;
  for (const constraint of await listCheckConstraints(db, table))
    await run(db, `alter table ${table} drop constraint ${constraint}`);
  for (const column of await listTextColumns(db, schema, name)) {
    if (!(await containsMark(db, table, `t.${column}`, mark))) continue;
    await run(db, `alter table ${table} alter column ${column} drop not null`);
    await run(db, `update ${table} set ${column} = null where ${column}::text like '%${mark}%'`);
  }
  if (await containsMark(db, table, 't', mark))
    throw new Error(`${name} contains placeholders of hidden values in a column that cannot be cleared.`);
};

/** Corrects the columns of quizzes that are wrong because the projection derives them from hidden values or from pseudonyms. */
const correctQuizzes = async (db: Db, schema: AsOfSchema): Promise<void> => {
  const quizzes = `${schema}.quizzes`;
  // `answered` was counted from the answers, which are hidden.
  await run(db, `alter table ${quizzes} alter column answered drop not null`);
  await run(db, `update ${quizzes} set answered = null where finished_at is not null`);
  // `enrolment_id` was derived from the user's pseudonym, so it differs from the pseudonym of the enrolment.
  await run(
    db,
    `update ${quizzes} as quiz set enrolment_id = enrolment.id from ${schema}.enrolments as enrolment
     where enrolment.user_id = quiz.user_id and enrolment.course_id = quiz.course_id`,
  );
};

/** Replaces all placeholders of hidden values with null (see `createPseudonymousLog`). */
export const clearPlaceholders = async (
  db: Db,
  projections: readonly Projection[],
  schema: AsOfSchema,
  mark: string,
): Promise<void> => {
  await correctQuizzes(db, schema);
  for (const { tables } of projections)
    for (const { name } of tables) await clearTable(db, schema, name, mark);
};
