import { type Kysely, sql } from 'kysely';
import type { ReadTables } from '#platform/read-tables/tables.ts';

/** Adds rows of whole numbers to the rows of the same keys, in one statement; a key that is not there begins at nothing. */
export const addRows = async (
  db: Kysely<ReadTables>,
  table: { name: string; key: string; columns: readonly string[] },
  rows: readonly object[],
): Promise<void> => {
  if (rows.length === 0) return;
  const name = sql.id(table.name);
  const columns = sql.join(table.columns.map((column) => sql.id(column)));
  const sums = sql.join(
    table.columns
      .filter((column) => column !== table.key)
      .map((column) => sql`${sql.id(column)} = ${name}.${sql.id(column)} + excluded.${sql.id(column)}`),
  );
  await sql`
    insert into ${name} (${columns})
    select ${columns} from json_populate_recordset(null::${name}, ${JSON.stringify(rows)}::json)
    on conflict (${sql.id(table.key)}) do update set ${sums}`.execute(db);
};
