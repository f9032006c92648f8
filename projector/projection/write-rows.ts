import { type Kysely, sql } from 'kysely';
import type { ReadTables } from '#platform/read-tables/tables.ts';

/**
 * Writes rows in one statement: inserted, or, where the key is there already, replaced. The rows travel as one JSON
 * parameter that PostgreSQL takes apart by the table's own types, so a page of any size is one round trip and
 * a table of any width one parameter.
 * @param columns all columns that rows have.
 */
export const upsertRows = async (
  db: Kysely<ReadTables>,
  table: { name: string; key: string; columns: readonly string[] },
  rows: readonly object[],
): Promise<void> => {
  if (rows.length === 0) return;
  const name = sql.id(table.name);
  const columns = sql.join(table.columns.map((column) => sql.id(column)));
  const replaced = sql.join(
    table.columns
      .filter((column) => column !== table.key)
      .map((column) => sql`${sql.id(column)} = excluded.${sql.id(column)}`),
  );
  await sql`
    insert into ${name} (${columns})
    select ${columns} from json_populate_recordset(null::${name}, ${JSON.stringify(rows)}::json)
    on conflict (${sql.id(table.key)}) do update set ${replaced}`.execute(db);
};

const keysOf = ({ keyType = 'uuid' }: { keyType?: 'bigint' | 'uuid' }) => sql.raw(`${keyType}[]`);

/** Deletes the rows with these keys in one statement. */
export const deleteRows = async (
  db: Kysely<ReadTables>,
  table: { name: string; key: string; keyType?: 'bigint' },
  ids: readonly string[],
): Promise<void> => {
  if (ids.length === 0) return;
  await sql`delete from ${sql.id(table.name)} where ${sql.id(table.key)} = any(${ids}::${keysOf(table)})`.execute(
    db,
  );
};

/**
 * Deletes the rows of these persons in one statement.
 * @param owner the column that names the person.
 * @returns the rows as they were.
 */
export const deleteRowsOf = async <R>(
  db: Kysely<ReadTables>,
  table: { name: string; columns: readonly string[] },
  owner: string,
  persons: readonly string[],
): Promise<R[]> => {
  if (persons.length === 0) return [];
  const columns = sql.join(table.columns.map((column) => sql.id(column)));
  const { rows } = await sql<R>`
    delete from ${sql.id(table.name)} where ${sql.id(owner)} = any(${persons}::uuid[])
    returning ${columns}`.execute(db);
  return rows;
};

/** The rows with these keys, by key. */
export const readRows = async <R extends object>(
  db: Kysely<ReadTables>,
  table: { name: string; key: string; keyType?: 'bigint'; columns: readonly string[] },
  ids: readonly string[],
): Promise<Map<string, R>> => {
  if (ids.length === 0) return new Map();
  const columns = sql.join(table.columns.map((column) => sql.id(column)));
  const { rows } = await sql<R & Record<string, unknown>>`
    select ${columns} from ${sql.id(table.name)} where ${sql.id(table.key)} = any(${ids}::${keysOf(table)})`.execute(
    db,
  );
  return new Map(rows.map((row) => [String(row[table.key]), row]));
};
