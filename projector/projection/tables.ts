import type { Kysely } from 'kysely';
import type { ReadTables } from '#platform/read-tables/tables.ts';
import { addRows } from './add-rows.ts';
import type { ProjectedTable } from './projection.ts';
import { deleteRows, deleteRowsOf, readRows, upsertRows } from './write-rows.ts';

/**
 * The tables that a projection writes, wherever their rows are: in the database, or, while a model is built anew, in
 * memory until they are written all at once. Every row has one key; what is asked for by key is there or is not.
 */
export type Tables = {
  /** The rows with these keys, by key. */
  read<R extends object>(table: ProjectedTable, keys: readonly string[]): Promise<Map<string, R>>;
  /** Writes whole rows: inserted, or, where the key is there already, replaced. */
  upsert(table: ProjectedTable, rows: readonly object[]): Promise<void>;
  /**
   * Adds the numbers of these rows to those of the rows with the same keys; a key that is not there begins at nothing. A table of
   * sums is written in no other way.
   */
  add(table: ProjectedTable, rows: readonly object[]): Promise<void>;
  /** Deletes the rows with these keys. */
  delete(table: ProjectedTable, keys: readonly string[]): Promise<void>;
  /** Deletes the rows of these persons, whom the column `owner` names. @returns the rows as they were. */
  deleteOf<R extends object>(
    table: ProjectedTable,
    owner: keyof R & string,
    persons: readonly string[],
  ): Promise<R[]>;
};

/** The tables as they are in the database, wherever the connection's search path leads: a statement an operation. */
export const tablesIn = (db: Kysely<ReadTables>): Tables => ({
  read: (table, keys) => readRows(db, table, keys),
  upsert: (table, rows) => upsertRows(db, table, rows),
  add: (table, rows) => addRows(db, table, rows),
  delete: (table, keys) => deleteRows(db, table, keys),
  deleteOf: (table, owner, persons) => deleteRowsOf(db, table, owner, persons),
});
