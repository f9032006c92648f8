import { type Kysely, sql } from 'kysely';
import type { ReadTables } from '#platform/read-tables/read-tables.ts';
import type { Projection } from '../projection/projection.ts';

/**
 * A difference between a current table and the log, in one row. Contains no values except the key, because they may be personal data.
 * `missing`: the row should exist but does not. `surplus`: the row exists but should not.
 */
export type Difference = {
  table: string;
  key: string;
  kind: 'missing' | 'surplus' | 'different';
  /** The columns whose values differ; empty for a missing or surplus row. */
  columns: string[];
};

const maxDifferencesPerTable = 1_000;

type Row = { key: string; in_read: boolean; in_log: boolean; columns: string[] };

const kindOf = ({ in_read, in_log }: Row): Difference['kind'] => {
  if (!in_read) return 'missing';
  return in_log ? 'different' : 'surplus';
};

const toDifference = (table: string, row: Row): Difference => ({
  table,
  key: row.key,
  kind: kindOf(row),
  columns: row.columns,
});

const compareTable = async (
  db: Kysely<ReadTables>,
  table: { name: string; key: string },
): Promise<Difference[]> => {
  const key = sql.id(table.key);
  const { rows } = await sql<Row>`
    select coalesce(actual.${key}, built.${key})::text as key,
           actual.${key} is not null as in_read, built.${key} is not null as in_log,
           case when actual.${key} is null or built.${key} is null then '{}'::text[] else array(
             select a.key from jsonb_each(to_jsonb(actual)) as a join jsonb_each(to_jsonb(built)) as b using (key)
             where a.value is distinct from b.value order by a.key) end as columns
    from ${sql.id('read', table.name)} as actual
    full join ${sql.id('read_check', table.name)} as built using (${key})
    where row (actual.*) is distinct from row (built.*)
    order by 1
    limit ${maxDifferencesPerTable}`.execute(db);
  return rows.map((row) => toDifference(table.name, row));
};

const compareParked = async (db: Kysely<ReadTables>, model: string): Promise<Difference[]> => {
  const { rows } = await sql<Row>`
    select coalesce(actual.stream, built.stream) as key,
           actual.stream is not null as in_read, built.stream is not null as in_log,
           case when actual.position <> built.position then array['position'] else '{}'::text[] end as columns
    from (select * from read.parked where model = ${model}) as actual
    full join (select * from read_check.parked where model = ${model}) as built using (stream)
    where actual.position is distinct from built.position
    order by 1
    limit ${maxDifferencesPerTable}`.execute(db);
  return rows.map((row) => toDifference('parked', row));
};

/**
 * Returns the rows of the current tables and the parked streams that differ from those built in `read_check`, at most
 * {@link maxDifferencesPerTable} per table.
 */
export const compareModel = async (db: Kysely<ReadTables>, projection: Projection): Promise<Difference[]> => {
  const differences: Difference[] = [];
  for (const table of projection.tables) differences.push(...(await compareTable(db, table)));
  differences.push(...(await compareParked(db, projection.model)));
  return differences;
};
