import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { ReadTables } from '#platform/read-tables/read-tables.ts';
import { loadColumns, type TableColumns } from '../bulk-load/copy-rows.ts';
import type { AsOfSchema } from '../connection/writer.ts';
import type { Projection } from '../projection/projection.ts';
import { addKeys } from '../shadow-tables/shadow-tables.ts';

type Db = Kysely<ReadTables>;
type Expression = RawBuilder<unknown>;

/**
 * The tables that a replay does not contain. The audit table and these insight tables would reveal positions or times.
 * Notifications repeat what other tables contain, and would link certificates with pseudonyms.
 */
export const omittedTables: ReadonlySet<string> = new Set([
  'audit',
  'insight_counted',
  'insight_quarters',
  'notifications',
]);

/** Returns the names of the tables that a replay contains. */
export const replayedTables = (projections: readonly Projection[]): string[] =>
  projections
    .flatMap(({ tables }) => tables.map(({ name }) => name))
    .filter((name) => !omittedTables.has(name));

const positionPattern = /(^|_)position$/;
const isPosition = ({ name }: Column): boolean => positionPattern.test(name);

const textTypes: ReadonlySet<string> = new Set(['text', 'json', 'jsonb']);
const timeType = 'timestamp with time zone';
/** No value of these types can contain a placeholder. */
const typesWithoutText: ReadonlySet<string> = new Set([
  ...['bigint', 'boolean', 'double precision', 'integer', 'numeric', 'smallint', 'uuid'],
  timeType,
]);

type Column = TableColumns[number];

const nothing = sql`null`;
/** An id in place of the pseudonym: the rank of the row, in the form of a UUID. */
const rankAsId = sql`('00000000-0000-8000-8000-' || lpad(to_hex(row_number() over (order by t.position, t.id)), 12, '0'))::uuid`;

/** The columns that need more than the rules for their type. `t` is the table with the rows as they were projected. */
const specialColumns: Readonly<Record<string, Readonly<Record<string, Expression>>>> = {
  // Public acts have no pseudonyms, because public answers show them beside names.
  reviews: { id: rankAsId, user_id: nothing, enrolment_id: nothing },
  certificates: { id: rankAsId, user_id: nothing },
  activity: { user_id: sql`case when t.kind not in ('review', 'certificate') then t.user_id end` },
  quizzes: {
    // It was counted from the answers, which are hidden.
    answered: sql`case when t.finished_at is null then t.answered end`,
    // It was derived from the user's pseudonym, so it differs from the pseudonym of the enrolment.
    enrolment_id: sql`coalesce(enrolment.id, t.enrolment_id)`,
  },
};

/**
 * Returns the order in which the rows of a table are ranked and written. PostgreSQL shows everybody the order in which rows were written
 * (`ctid`). Activities are ordered by kind first, so that the order of activities of different kinds stays hidden.
 */
const orderOf = (table: string, position: string): Expression =>
  table === 'activity' ? sql`t.kind, ${sql.ref(`t.${position}`)}` : sql.ref(`t.${position}`);

/** Returns the value of a column in a replay. @param mark the string that all placeholders contain. */
const expressionOf = (table: string, column: Column, mark: string): Expression => {
  const value = sql.ref(`t.${column.name}`);
  const special = specialColumns[table]?.[column.name];
  if (special) return special;
  if (column.type === timeType) return sql`date_trunc('hour', ${value}, 'UTC')`;
  if (isPosition(column))
    return sql`case when ${value} is not null then dense_rank() over (order by ${orderOf(table, column.name)}) end`;
  if (textTypes.has(column.type))
    return sql`case when ${value}::text like ${sql.lit(`%${mark}%`)} then null else ${value} end`;
  return value;
};

/** @throws Error if a column still contains a placeholder. */
const rejectPlaceholders = async (
  db: Db,
  schema: AsOfSchema,
  name: string,
  { columns, mark }: { columns: readonly Column[]; mark: string },
): Promise<void> => {
  for (const column of columns) {
    if (textTypes.has(column.type) || typesWithoutText.has(column.type)) continue;
    const { rows } = await sql<{ found: boolean }>`
      select exists (select from ${sql.id(schema, name)} as t
        where ${sql.ref(`t.${column.name}`)}::text like ${sql.lit(`%${mark}%`)}) as found`.execute(db);
    if (rows[0]?.found)
      throw new Error(`${name}.${column.name} contains placeholders of hidden values and cannot be cleared.`);
  }
};

/**
 * Writes a table again, in one statement: placeholders become null, times are rounded down to the hour, positions become
 * ranks, and public acts lose their pseudonyms. The new table has only keys and no other constraints, because hidden values
 * are null.
 */
const rewriteTable = async (db: Db, schema: AsOfSchema, name: string, mark: string): Promise<void> => {
  const columns = await loadColumns(db, schema, name);
  await rejectPlaceholders(db, schema, name, { columns, mark });
  const projected = `${name}_projected`;
  await sql`alter table ${sql.id(schema, name)} rename to ${sql.id(projected)}`.execute(db);
  const values = columns.map(
    (column) => sql`(${expressionOf(name, column, mark)})::${sql.raw(column.type)} as ${sql.id(column.name)}`,
  );
  const enrolments =
    name === 'quizzes'
      ? sql`left join ${sql.id(schema, 'enrolments')} as enrolment
          on enrolment.user_id = t.user_id and enrolment.course_id = t.course_id`
      : sql``;
  const firstPosition = columns.find(isPosition);
  const order = firstPosition ? sql`order by ${orderOf(name, firstPosition.name)}` : sql`order by t.*`;
  await sql`
    create table ${sql.id(schema, name)} as
      select ${sql.join(values)} from ${sql.id(schema, projected)} as t ${enrolments} ${order}`.execute(db);
  await sql`drop table ${sql.id(schema, projected)}`.execute(db);
  await addKeys(db, name, schema);
};

/**
 * Removes from a replay what analysts must not see: the placeholders of hidden values (see `createPseudonymousLog`), positions,
 * exact times, and the pseudonyms of public acts (`isPublicAct` in the catalogue). Public answers show the same positions, times
 * and acts beside names. Drops the tables that a replay does not contain. Must run before the tables have indexes.
 * @throws Error if a placeholder is in a column where it cannot be cleared.
 */
export const rewriteTables = async (
  db: Db,
  projections: readonly Projection[],
  schema: AsOfSchema,
  mark: string,
): Promise<void> => {
  for (const name of omittedTables) await sql`drop table if exists ${sql.id(schema, name)}`.execute(db);
  for (const name of replayedTables(projections)) await rewriteTable(db, schema, name, mark);
};

/** Renames the columns of ranks from `position` to `ordinal`. Must run when the tables are complete. */
export const renamePositions = async (
  db: Db,
  projections: readonly Projection[],
  schema: AsOfSchema,
): Promise<void> => {
  for (const table of replayedTables(projections))
    for (const { name } of (await loadColumns(db, schema, table)).filter(isPosition))
      await sql`
        alter table ${sql.id(schema, table)}
          rename column ${sql.id(name)} to ${sql.id(name.replace(positionPattern, '$1ordinal'))}`.execute(db);
};
