import type { ReadSchema, Writer } from '../connection/writer.ts';
import { createDatabaseTables } from '../projection/database-tables.ts';
import type { ProjectedTable, ProjectionTables } from '../projection/projection.ts';
import { addKeys } from '../shadow-tables/shadow-tables.ts';
import { createBloomFilter } from './bloom-filter.ts';
import { copyRows, loadColumns } from './copy-rows.ts';
import {
  addTotals,
  createTableBuffer,
  keyOf,
  mightBeWritten,
  recordOwners,
  type TableBuffer,
} from './table-buffer.ts';
import type { WriterPool } from './writer-pool.ts';

export type BufferOptions = {
  /** How many rows of a table stay in memory because they may change soon; 40,000 by default. */
  maxRows?: number;
  /** How many rows of an append-only table are written at once; 10,000 by default. */
  appendBatchRows?: number;
};

export type BufferedTables = {
  tables: ProjectionTables;
  /** The number of new rows written before the flush. Updated rows and totals are not counted. */
  writtenRows(): number;
  /** Waits until no write is in progress. Does not throw if a write failed. */
  waitForWrites(): Promise<void>;
  /** Writes the remaining rows of these tables, adds their keys and calls `completeTable` for each. */
  flush(tables: readonly ProjectedTable[]): Promise<void>;
};

/**
 * Creates buffers for the rows of empty tables that a single caller fills. Rows stay in memory while they change, so most are written once,
 * in their final state, with COPY, into tables without indexes. When a buffer has too many rows, the rows that did not change recently are
 * written. If one of them changes later, it is read back, which requires the table's primary key. So the number of rows in memory is
 * bounded, however long the log is.
 * @param pool connections that write rows while the caller continues.
 * @param completeTable called for each table when all its rows are written and it has its keys.
 */
export const createBufferedTables = (
  writer: Writer,
  pool: WriterPool,
  schema: ReadSchema,
  { maxRows = 40_000, appendBatchRows = 10_000 }: BufferOptions = {},
  completeTable: (writer: Writer, table: ProjectedTable) => Promise<void> = async () => {},
): BufferedTables => {
  const databaseTables = createDatabaseTables(writer.db);
  const buffers = new Map<string, TableBuffer>();

  const bufferOf = async (table: ProjectedTable): Promise<TableBuffer> => {
    let buffer = buffers.get(table.name);
    if (buffer === undefined) {
      buffer = createTableBuffer(table, await loadColumns(writer.db, schema, table.name));
      buffers.set(table.name, buffer);
    }
    return buffer;
  };

  /** Returns the table's buffer after moving appended rows into its cache, so that they can be looked up by key. */
  const readableBufferOf = async (table: ProjectedTable): Promise<TableBuffer> => {
    const buffer = await bufferOf(table);
    buffer.isAppendOnly = false;
    for (const row of buffer.appended.splice(0)) buffer.rows.set(keyOf(table, row), row);
    return buffer;
  };

  /** Starts to write new rows in the background, after the previous write. */
  const startCopy = async (buffer: TableBuffer, rows: readonly object[]): Promise<void> => {
    await buffer.writing;
    if (rows.length === 0) return;
    buffer.writtenRows += rows.length;
    recordOwners(buffer, rows);
    buffer.writing = pool.withWriter((freeWriter) =>
      copyRows(freeWriter, buffer.table, buffer.columns, rows),
    );
    // The next operation that awaits the write throws its error.
    buffer.writing.catch(() => {});
  };

  const ensureKeys = async (freeWriter: Writer, buffer: TableBuffer): Promise<void> => {
    if (!buffer.hasKeys) await addKeys(freeWriter.db, buffer.table.name, schema);
    buffer.hasKeys = true;
  };

  /** Prepares the table in the database for reads and updates by key. */
  const makeQueryable = async (buffer: TableBuffer): Promise<void> => {
    await buffer.writing;
    await ensureKeys(writer, buffer);
  };

  const writeTotals = async (buffer: TableBuffer): Promise<void> => {
    await makeQueryable(buffer);
    await databaseTables.add(buffer.table, [...buffer.rows.evictAll().values()]);
  };

  /** Updates the evicted rows that the database already has, applies pending deletions, and returns the rows that are new. */
  const updateStored = async (buffer: TableBuffer, rows: ReadonlyMap<string, object>): Promise<object[]> => {
    const { table, storedKeys, deletedKeys } = buffer;
    const newRows: object[] = [];
    const changedRows: object[] = [];
    for (const [key, row] of rows) {
      if (storedKeys.delete(key)) changedRows.push(row);
      else newRows.push(row);
    }
    if (deletedKeys.size > 0 || changedRows.length > 0) {
      await makeQueryable(buffer);
      await databaseTables.delete(table, [...deletedKeys]);
      await databaseTables.upsert(table, changedRows);
      deletedKeys.clear();
    }
    return newRows;
  };

  /** Writes the rows that did not change recently. */
  const evictOldRows = async (buffer: TableBuffer): Promise<void> => {
    const newRows = await updateStored(buffer, buffer.rows.evictOld());
    // A filter that is created after the first write would lack the keys of that write.
    if (typeof buffer.writtenKeys === 'string' && newRows.length > 0)
      buffer.writtenKeys = buffer.writtenKeys === 'none' ? createBloomFilter() : 'unknown';
    if (typeof buffer.writtenKeys !== 'string')
      for (const row of newRows) buffer.writtenKeys.add(keyOf(buffer.table, row));
    await startCopy(buffer, newRows);
  };

  const tables: ProjectionTables = {
    async read<R extends object>(table: ProjectedTable, keys: readonly string[]) {
      const buffer = await readableBufferOf(table);
      const found = new Map<string, R>();
      const maybeWritten: string[] = [];
      for (const key of keys) {
        const row = buffer.rows.get(key);
        if (row !== undefined) found.set(key, row as R);
        else if (mightBeWritten(buffer, key) && !buffer.deletedKeys.has(key)) maybeWritten.push(key);
      }
      if (maybeWritten.length > 0) {
        await makeQueryable(buffer);
        for (const [key, row] of await databaseTables.read<R>(table, maybeWritten)) {
          found.set(key, row);
          buffer.storedKeys.add(key);
        }
      }
      return found;
    },

    async upsert(table, rows) {
      const buffer = await bufferOf(table);
      if (buffer.isAppendOnly) {
        for (const row of rows) buffer.appended.push(row);
        if (buffer.appended.length < appendBatchRows) return;
        buffer.writtenKeys = 'unknown';
        await startCopy(buffer, buffer.appended.splice(0));
        return;
      }
      for (const row of rows) {
        const key = keyOf(table, row);
        buffer.rows.set(key, row);
        // If the row was deleted only in memory, the database may still have an older version of it.
        if (buffer.deletedKeys.delete(key)) buffer.storedKeys.add(key);
      }
      // When half of `maxRows` have changed recently, the older rows are evicted. So both together stay near `maxRows`.
      if (buffer.rows.recentCount > maxRows / 2) await evictOldRows(buffer);
    },

    async add(table, rows) {
      const buffer = await bufferOf(table);
      buffer.isTotalsTable = true;
      for (const row of rows) {
        const key = keyOf(table, row);
        const before = buffer.rows.get(key);
        buffer.rows.set(key, before === undefined ? row : addTotals(table, before, row));
      }
      if (buffer.rows.recentCount > maxRows) await writeTotals(buffer);
    },

    async delete(table, keys) {
      const buffer = await readableBufferOf(table);
      for (const key of keys) {
        buffer.rows.delete(key);
        buffer.storedKeys.delete(key);
        if (mightBeWritten(buffer, key)) buffer.deletedKeys.add(key);
      }
    },

    async deleteByOwner<R extends object>(
      table: ProjectedTable,
      ownerColumn: keyof R & string,
      userIds: readonly string[],
    ) {
      if (userIds.length === 0) return [];
      const buffer = await readableBufferOf(table);
      const deleted: R[] = [];
      for (const [key, row] of buffer.rows.findByColumn(ownerColumn, userIds)) {
        deleted.push(row as R);
        buffer.rows.delete(key);
        if (buffer.storedKeys.delete(key)) buffer.deletedKeys.add(key);
      }
      const maybeWritten =
        table.ownerColumn === ownerColumn
          ? userIds.filter((userId) => buffer.writtenOwners?.mightContain(userId))
          : userIds;
      if (buffer.writtenKeys === 'none' || maybeWritten.length === 0) return deleted;
      await buffer.writing;
      for (const row of await databaseTables.deleteByOwner<R>(table, ownerColumn, maybeWritten)) {
        const key = keyOf(table, row);
        // A row in `deletedKeys` was already deleted in memory, and the database had an older version of it.
        if (!buffer.deletedKeys.delete(key)) deleted.push(row);
        buffer.storedKeys.delete(key);
      }
      return deleted;
    },
  };

  /** Flushes a table. Requests a connection first, so that tables are flushed in the order of the calls. */
  const flushTable = (table: ProjectedTable): Promise<void> =>
    pool.withWriter(async (freeWriter) => {
      const buffer = await bufferOf(table);
      await buffer.writing;
      const newRows = buffer.appended.splice(0);
      if (buffer.isTotalsTable) await writeTotals(buffer);
      else newRows.push(...(await updateStored(buffer, buffer.rows.evictAll())));
      await copyRows(freeWriter, table, buffer.columns, newRows);
      await ensureKeys(freeWriter, buffer);
      await completeTable(freeWriter, table);
    });

  return {
    tables,
    async waitForWrites() {
      await Promise.allSettled([...buffers.values()].map(({ writing }) => writing));
    },
    writtenRows: () => buffers.values().reduce((sum, { writtenRows }) => sum + writtenRows, 0),
    async flush(tablesToFlush) {
      const results = await Promise.allSettled(tablesToFlush.map(flushTable));
      for (const result of results) if (result.status === 'rejected') throw result.reason;
    },
  };
};
