import { type Kysely, sql } from 'kysely';
import type { ReadTables } from '#platform/read-tables/read-tables.ts';
import type { Projection } from '../projection/projection.ts';

/**
 * A row of a live table that does not match the log. Contains no values except the key, because they may be personal data.
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

type Row = { key: string; in_live: boolean; in_log: boolean; columns: string[] };

const kindOf = ({ in_live, in_log }: Row): Difference['kind'] => {
  if (!in_live) return 'missing';
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
    select coalesce(live.${key}, built.${key})::text as key,
           live.${key} is not null as in_live, built.${key} is not null as in_log,
           case when live.${key} is null or built.${key} is null then '{}'::text[] else array(
             select l.key from jsonb_each(to_jsonb(live)) as l join jsonb_each(to_jsonb(built)) as b using (key)
             where l.value is distinct from b.value order by l.key) end as columns
    from ${sql.id('read', table.name)} as live
    full join ${sql.id('read_check', table.name)} as built using (${key})
    where row (live.*) is distinct from row (built.*)
    order by 1
    limit ${maxDifferencesPerTable}`.execute(db);
  return rows.map((row) => toDifference(table.name, row));
};

const compareParked = async (db: Kysely<ReadTables>, model: string): Promise<Difference[]> => {
  const { rows } = await sql<Row>`
    select coalesce(live.stream, built.stream) as key,
           live.stream is not null as in_live, built.stream is not null as in_log,
           case when live.position <> built.position then array['position'] else '{}'::text[] end as columns
    from (select * from read.parked where model = ${model}) as live
    full join (select * from read_check.parked where model = ${model}) as built using (stream)
    where live.position is distinct from built.position
    order by 1
    limit ${maxDifferencesPerTable}`.execute(db);
  return rows.map((row) => toDifference('parked', row));
};

/**
 * Returns the rows and parked streams of the live model that differ from those built in `read_check`, at most
 * {@link maxDifferencesPerTable} per table.
 */
export const compareModel = async (db: Kysely<ReadTables>, projection: Projection): Promise<Difference[]> => {
  const differences: Difference[] = [];
  for (const table of projection.tables) differences.push(...(await compareTable(db, table)));
  differences.push(...(await compareParked(db, projection.model)));
  return differences;
};
