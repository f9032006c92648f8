import { type Kysely, sql } from 'kysely';
import type { ReadTables } from '#platform/read-tables/tables.ts';
import { insertRows } from './insert-rows.ts';

/** Writes rows in one statement: inserted, or, where the key is there already, replaced. */
export const upsertRows = (
  db: Kysely<ReadTables>,
  table: { name: string; key: string; columns: readonly string[] },
  rows: readonly object[],
): Promise<void> => insertRows(db, table, rows, (column) => sql`excluded.${column}`);

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
