import { type Kysely, sql } from 'kysely';
import type { ReadTables } from '#platform/read-tables/read-tables.ts';
import type { AsOfSchema } from '../connection/writer.ts';
import type { Projection } from '../projection/projection.ts';

type Db = Kysely<ReadTables>;

/**
 * The tables that a replay does not contain. The audit table and these two insight tables would reveal positions or times.
 * Notifications repeat what other tables contain, and would link certificates with pseudonyms.
 */
const omittedTables: ReadonlySet<string> = new Set([
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

const listColumns = async (db: Db, schema: AsOfSchema, table: string) => {
  const { rows } = await sql<{ name: string; type: string }>`
    select column_name as name, data_type as type from information_schema.columns
    where table_schema = ${schema} and table_name = ${table}`.execute(db);
  return rows;
};

/**
 * Replaces each position with its rank in the column. Activities are ranked by kind first, so that the order of activities of
 * different kinds stays hidden.
 */
const rankPositions = async (db: Db, schema: AsOfSchema, name: string, column: string): Promise<void> => {
  const table = sql.id(schema, name);
  const position = sql.id(column);
  const order = name === 'activity' ? sql`kind, ${position}` : position;
  // In two steps through negative numbers, because the column may be the primary key.
  await sql`
    update ${table} as t set ${position} = -ranked.rank
      from (select ctid as row, dense_rank() over (order by ${order}) as rank from ${table}
            where ${position} is not null) as ranked
     where t.ctid = ranked.row`.execute(db);
  await sql`update ${table} set ${position} = -${position}`.execute(db);
};

/** Rounds times down to the hour, and replaces positions with ranks. */
const coarsenTable = async (db: Db, schema: AsOfSchema, name: string): Promise<void> => {
  const table = sql.id(schema, name);
  for (const column of await listColumns(db, schema, name)) {
    const id = sql.id(column.name);
    if (column.type === 'timestamp with time zone')
      await sql`update ${table} set ${id} = date_trunc('hour', ${id}, 'UTC')`.execute(db);
    if (positionPattern.test(column.name)) await rankPositions(db, schema, name, column.name);
  }
};

/** Removes the pseudonyms from the rows of public acts. The ids of these rows become numbers in the form of UUIDs. */
const removePseudonyms = async (db: Db, schema: AsOfSchema): Promise<void> => {
  const [reviews, certificates, activity] = ['reviews', 'certificates', 'activity'].map((name) =>
    sql.id(schema, name),
  );
  for (const [table, columns] of [
    [reviews, ['user_id', 'enrolment_id']],
    [certificates, ['user_id']],
    [activity, ['user_id']],
  ] as const)
    for (const column of columns)
      await sql`alter table ${table} alter column ${sql.id(column)} drop not null`.execute(db);
  const numberAsId = sql`('00000000-0000-8000-8000-' || lpad(to_hex(numbered.number), 12, '0'))::uuid`;
  const numbered = (table: typeof reviews) =>
    sql`(select id, row_number() over (order by position, id) as number from ${table}) as numbered`;
  await sql`
    update ${reviews} as t set id = ${numberAsId}, user_id = null, enrolment_id = null
      from ${numbered(reviews)} where t.id = numbered.id`.execute(db);
  await sql`
    update ${certificates} as t set id = ${numberAsId}, user_id = null
      from ${numbered(certificates)} where t.id = numbered.id`.execute(db);
  await sql`update ${activity} set user_id = null where kind in ('review', 'certificate')`.execute(db);
};

/**
 * Removes from a replay the data that public answers show beside names: positions, exact times, and the pseudonyms of public acts
 * (`isPublicAct` in the catalogue). Call it before the indexes exist, and after `clearPlaceholders`, which drops
 * check constraints.
 */
export const hidePublicActs = async (
  db: Db,
  projections: readonly Projection[],
  schema: AsOfSchema,
): Promise<void> => {
  await removePseudonyms(db, schema);
  for (const name of replayedTables(projections)) await coarsenTable(db, schema, name);
};

/**
 * Drops the tables that a replay does not contain, and renames the columns of ranks from `position` to `ordinal`. Call it when
 * the tables are complete.
 */
export const finishReplayedTables = async (
  db: Db,
  projections: readonly Projection[],
  schema: AsOfSchema,
): Promise<void> => {
  for (const name of omittedTables) await sql`drop table ${sql.id(schema, name)}`.execute(db);
  for (const table of replayedTables(projections))
    for (const { name } of await listColumns(db, schema, table))
      if (positionPattern.test(name))
        await sql`
          alter table ${sql.id(schema, table)}
            rename column ${sql.id(name)} to ${sql.id(name.replace(positionPattern, '$1ordinal'))}`.execute(
          db,
        );
};
