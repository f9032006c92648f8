import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { ReadTables } from '#platform/read-tables/tables.ts';

/**
 * Inserts rows in one statement; where the key is there already, each other column becomes what `otherwise` makes of it. The rows
 * travel as one JSON parameter that PostgreSQL takes apart by the table's own types, so a page of any size is one round trip and
 * a table of any width one parameter.
 * @param table with all columns that rows have.
 * @param otherwise of a column's name; `excluded` is the row that was to be inserted.
 */
export const insertRows = async (
  db: Kysely<ReadTables>,
  table: { name: string; key: string; columns: readonly string[] },
  rows: readonly object[],
  otherwise: (column: RawBuilder<unknown>, name: RawBuilder<unknown>) => RawBuilder<unknown>,
): Promise<void> => {
  if (rows.length === 0) return;
  const name = sql.id(table.name);
  const columns = sql.join(table.columns.map((column) => sql.id(column)));
  const changes = sql.join(
    table.columns
      .filter((column) => column !== table.key)
      .map((column) => sql`${sql.id(column)} = ${otherwise(sql.id(column), name)}`),
  );
  await sql`
    insert into ${name} (${columns})
    select ${columns} from json_populate_recordset(null::${name}, ${JSON.stringify(rows)}::json)
    on conflict (${sql.id(table.key)}) do update set ${changes}`.execute(db);
};
