import { type Kysely, sql } from 'kysely';
import type { ReadTables } from '#platform/read-tables/tables.ts';
import { insertRows } from './insert-rows.ts';

/** Adds rows of whole numbers to the rows of the same keys, in one statement; a key that is not there begins at nothing. */
export const addRows = (
  db: Kysely<ReadTables>,
  table: { name: string; key: string; columns: readonly string[] },
  rows: readonly object[],
): Promise<void> =>
  insertRows(db, table, rows, (column, name) => sql`${name}.${column} + excluded.${column}`);
