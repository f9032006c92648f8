import type { ProjectedTable } from '../projection/projection.ts';
import { type BloomFilter, createBloomFilter } from './bloom-filter.ts';
import type { TableColumns } from './copy-rows.ts';
import { createRowCache, type RowCache } from './row-cache.ts';

/** The part of one table that is in memory, and what is known about the part that was written. */
export type TableBuffer = {
  table: ProjectedTable;
  columns: TableColumns;
  rows: RowCache;
  /** Keys that are known to be in the database. A row in memory with such a key is a newer version, and is written as an update. */
  storedKeys: Set<string>;
  /** Keys of deleted rows that may still be in the database and must be deleted there. */
  deletedKeys: Set<string>;
  /** New rows of an append-only table. A table is append-only until rows are read or deleted. */
  appended: object[];
  isAppendOnly: boolean;
  /** Whether the table is written with `add`: the rows in memory must be added to those in the database. */
  isTotalsTable: boolean;
  /** The number of new rows written before the flush. Updated rows and totals are not counted. */
  writtenRows: number;
  /** Keys of written rows; `none` if nothing was written, `unknown` if the keys of written rows were not recorded. */
  writtenKeys: BloomFilter | 'unknown' | 'none';
  /** Owners of written rows, if the table has an owner column. */
  writtenOwners: BloomFilter | null;
  /** Whether the table in the database has its primary key and unique constraints. */
  hasKeys: boolean;
  /** The latest write. It may already have ended. */
  writing: Promise<void>;
};

export const createTableBuffer = (table: ProjectedTable, columns: TableColumns): TableBuffer => ({
  table,
  columns,
  rows: createRowCache(),
  storedKeys: new Set(),
  deletedKeys: new Set(),
  appended: [],
  isAppendOnly: true,
  isTotalsTable: false,
  writtenRows: 0,
  writtenKeys: 'none',
  writtenOwners: null,
  hasKeys: false,
  writing: Promise.resolve(),
});

/** Returns the key of a row as text; a time in ISO 8601. */
export const keyOf = (table: ProjectedTable, row: object): string => {
  const key = (row as Record<string, unknown>)[table.key];
  return key instanceof Date ? key.toISOString() : String(key);
};

/** Returns a row with the key of the first row, and in every other column the sum of both rows. */
export const addTotals = (table: ProjectedTable, row: object, increment: object): object => {
  const [first, second] = [row, increment] as [Record<string, number>, Record<string, number>];
  const sum: Record<string, number> = { ...first };
  for (const column of table.columns)
    if (column !== table.key) sum[column] = (first[column] ?? 0) + (second[column] ?? 0);
  return sum;
};

/** Returns false if the database certainly has no row with this key, otherwise true. */
export const mightBeWritten = ({ writtenKeys }: TableBuffer, key: string): boolean =>
  typeof writtenKeys === 'string' ? writtenKeys === 'unknown' : writtenKeys.mightContain(key);

/** Records the owners of rows that are being written, if the table has an owner column. */
export const recordOwners = (buffer: TableBuffer, rows: readonly object[]): void => {
  const { ownerColumn } = buffer.table;
  if (ownerColumn === undefined) return;
  buffer.writtenOwners ??= createBloomFilter();
  for (const row of rows) buffer.writtenOwners.add(String((row as Record<string, unknown>)[ownerColumn]));
};
