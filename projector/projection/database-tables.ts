import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { ReadTables } from '#platform/read-tables/read-tables.ts';
import type { ProjectedTable, ProjectionTables } from './projection.ts';

type Db = Kysely<ReadTables>;

const joinColumns = ({ columns }: ProjectedTable) => sql.join(columns.map((column) => sql.id(column)));

const keyArrayType = ({ keyType }: ProjectedTable) => sql.raw(`${keyType ?? 'uuid'}[]`);

/**
 * Inserts rows in one statement and resolves key conflicts by updating all other columns. The rows are sent as a single JSON parameter that
 * PostgreSQL converts to the table's types. So the number of parameters limits neither the page size nor the width of the table.
 * @param newValue returns the SQL expression for the new value of a column of an existing row. In this expression, `excluded`
 * is the row to be inserted.
 */
const insertRows = async (
  db: Db,
  table: ProjectedTable,
  rows: readonly object[],
  newValue: (column: RawBuilder<unknown>, tableName: RawBuilder<unknown>) => RawBuilder<unknown>,
): Promise<void> => {
  if (rows.length === 0) return;
  const name = sql.id(table.name);
  const columns = joinColumns(table);
  const changes = sql.join(
    table.columns
      .filter((column) => column !== table.key)
      .map((column) => sql`${sql.id(column)} = ${newValue(sql.id(column), name)}`),
  );
  await sql`
    insert into ${name} (${columns})
    select ${columns} from json_populate_recordset(null::${name}, ${JSON.stringify(rows)}::json)
    on conflict (${sql.id(table.key)}) do update set ${changes}`.execute(db);
};

const readRows = async <R extends object>(
  db: Db,
  table: ProjectedTable,
  keys: readonly string[],
): Promise<Map<string, R>> => {
  if (keys.length === 0) return new Map();
  const { rows } = await sql<R & Record<string, unknown>>`
    select ${joinColumns(table)} from ${sql.id(table.name)}
    where ${sql.id(table.key)} = any(${keys}::${keyArrayType(table)})`.execute(db);
  return new Map(rows.map((row) => [String(row[table.key]), row]));
};

const deleteRows = async (db: Db, table: ProjectedTable, keys: readonly string[]): Promise<void> => {
  if (keys.length === 0) return;
  await sql`
    delete from ${sql.id(table.name)} where ${sql.id(table.key)} = any(${keys}::${keyArrayType(table)})`.execute(
    db,
  );
};

const deleteRowsByOwner = async <R extends object>(
  db: Db,
  table: ProjectedTable,
  ownerColumn: string,
  userIds: readonly string[],
): Promise<R[]> => {
  if (userIds.length === 0) return [];
  const { rows } = await sql<R>`
    delete from ${sql.id(table.name)} where ${sql.id(ownerColumn)} = any(${userIds}::uuid[])
    returning ${joinColumns(table)}`.execute(db);
  return rows;
};

/** Creates access to the tables in the schema of the connection's search path. Each operation is one statement. */
export const createDatabaseTables = (db: Db): ProjectionTables => ({
  read: (table, keys) => readRows(db, table, keys),
  upsert: (table, rows) => insertRows(db, table, rows, (column) => sql`excluded.${column}`),
  add: (table, rows) =>
    insertRows(db, table, rows, (column, name) => sql`${name}.${column} + excluded.${column}`),
  delete: (table, keys) => deleteRows(db, table, keys),
  deleteByOwner: (table, ownerColumn, userIds) => deleteRowsByOwner(db, table, ownerColumn, userIds),
});
