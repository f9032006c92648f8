import type { Place, Writer } from '../connection/writer.ts';
import type { ProjectedTable } from '../projection/projection.ts';
import { type Tables, tablesIn } from '../projection/tables.ts';
import { type Columns, columnsOf, copyRows } from './copy-rows.ts';
import { makeKey } from './tables-beside.ts';

export type MemoryOptions = {
  /** Rows of a table that are kept in memory because they may change soon; 120,000 unless given. */
  keep?: number;
  /** Rows that are only ever added are written when so many have come together; 10,000 unless given. */
  together?: number;
};

const keyOf = (table: ProjectedTable, row: object): string => {
  const key = (row as Record<string, unknown>)[table.key];
  return key instanceof Date ? key.toISOString() : String(key);
};

/** Two rows of whole numbers, added up but for their key. */
const sumOf = (table: ProjectedTable, one: object, other: object): object => {
  const [first, second] = [one, other] as [Record<string, number>, Record<string, number>];
  const sum: Record<string, number> = { ...first };
  for (const column of table.columns)
    if (column !== table.key) sum[column] = (first[column] ?? 0) + (second[column] ?? 0);
  return sum;
};

/** What is in memory of one table, and what is known of the rest. */
type Held = {
  table: ProjectedTable;
  columns: Columns;
  /** By key, those that changed longest ago first. */
  rows: Map<string, object>;
  /** Keys of rows that stand in the table too, as they were before they came back into memory. */
  stored: Set<string>;
  /** Keys of rows that stand in the table and are no more. */
  gone: Set<string>;
  /** Rows are read before they change: a table that nobody has asked for a row is only added to, and these were. */
  added: object[];
  isAsked: boolean;
  /** A table of sums: what is in memory is still to be added. */
  isSummed: boolean;
  isWritten: boolean;
  hasKey: boolean;
  writing: Promise<void>;
};

/**
 * Tables that are built from nothing, for somebody who is alone with them. Rows stay in memory as long as they change, so most
 * of them are written once, in their last form, by COPY, into tables without indexes. The rows that changed longest ago are written
 * first when there are too many; one that changes all the same is read back, which needs the table's key.
 * So memory is bounded, however long the log.
 */
export const tablesInMemory = (writer: Writer, place: Place, options: MemoryOptions = {}) => {
  const { keep = 120_000, together = 10_000 } = options;
  const inDatabase = tablesIn(writer.db);
  const all = new Map<string, Held>();

  const heldOf = async (table: ProjectedTable): Promise<Held> => {
    let held = all.get(table.name);
    if (held === undefined) {
      held = {
        ...{ table, columns: await columnsOf(writer, place, table) },
        ...{ added: [], rows: new Map(), stored: new Set(), gone: new Set() },
        ...{ isAsked: false, isSummed: false, isWritten: false, hasKey: false, writing: Promise.resolve() },
      };
      all.set(table.name, held);
    }
    return held;
  };

  const askedOf = async (table: ProjectedTable): Promise<Held> => {
    const held = await heldOf(table);
    held.isAsked = true;
    for (const row of held.added.splice(0)) held.rows.set(keyOf(table, row), row);
    return held;
  };

  /** Writes the rows that were added, while others are worked on. */
  const copy = async (held: Held, rows: readonly object[]): Promise<void> => {
    await held.writing;
    if (rows.length === 0) return;
    held.isWritten = true;
    held.writing = copyRows(writer, held.table, held.columns, rows);
    // Whoever needs the table next hears of it.
    held.writing.catch(() => {});
  };

  /** From here on the table itself can be asked. */
  const settle = async (held: Held): Promise<void> => {
    await held.writing;
    if (held.hasKey) return;
    await makeKey(writer.db, held.table.name, place);
    held.hasKey = true;
  };

  /** Writes the rows that changed longest ago. */
  const write = async (held: Held, count: number): Promise<void> => {
    const { table, stored, gone } = held;
    if (held.isSummed) {
      await settle(held);
      await inDatabase.add(table, [...held.rows.values()]);
      held.rows.clear();
      return;
    }
    const fresh: object[] = [];
    const changed: object[] = [];
    for (const [key, row] of held.rows.entries().take(count)) {
      held.rows.delete(key);
      (stored.delete(key) ? changed : fresh).push(row);
    }
    if (gone.size > 0 || changed.length > 0) {
      await settle(held);
      await inDatabase.delete(table, [...gone]);
      await inDatabase.upsert(table, changed);
      gone.clear();
    }
    await copy(held, fresh);
  };

  const tables: Tables = {
    async read<R extends object>(table: ProjectedTable, keys: readonly string[]) {
      const held = await askedOf(table);
      const found = new Map<string, R>();
      const elsewhere: string[] = [];
      for (const key of keys) {
        const row = held.rows.get(key);
        if (row !== undefined) found.set(key, row as R);
        else if (held.isWritten && !held.gone.has(key)) elsewhere.push(key);
      }
      if (elsewhere.length > 0) {
        await settle(held);
        for (const [key, row] of await inDatabase.read<R>(table, elsewhere)) {
          found.set(key, row);
          held.stored.add(key);
        }
      }
      return found;
    },

    async upsert(table, rows) {
      const held = await heldOf(table);
      if (!held.isAsked) {
        for (const row of rows) held.added.push(row);
        if (held.added.length >= together) await copy(held, held.added.splice(0));
        return;
      }
      for (const row of rows) {
        const key = keyOf(table, row);
        // Anew: what changed last comes last.
        held.rows.delete(key);
        held.rows.set(key, row);
        if (held.gone.delete(key)) held.stored.add(key);
      }
      if (held.rows.size > keep) await write(held, held.rows.size - Math.floor(keep / 2));
    },

    async add(table, rows) {
      const held = await heldOf(table);
      held.isSummed = true;
      for (const row of rows) {
        const key = keyOf(table, row);
        const before = held.rows.get(key);
        held.rows.set(key, before === undefined ? row : sumOf(table, before, row));
      }
      if (held.rows.size > keep) await write(held, held.rows.size);
    },

    async delete(table, keys) {
      const held = await askedOf(table);
      for (const key of keys) {
        held.rows.delete(key);
        held.stored.delete(key);
        if (held.isWritten) held.gone.add(key);
      }
    },

    async deleteOf<R extends object>(
      table: ProjectedTable,
      owner: keyof R & string,
      persons: readonly string[],
    ) {
      if (persons.length === 0) return [];
      const held = await askedOf(table);
      const theirs = new Set<unknown>(persons);
      const deleted: R[] = [];
      for (const [key, row] of held.rows as Map<string, R>) {
        if (!theirs.has(row[owner])) continue;
        deleted.push(row);
        held.rows.delete(key);
        if (held.stored.delete(key)) held.gone.add(key);
      }
      if (!held.isWritten) return deleted;
      await held.writing;
      for (const row of await inDatabase.deleteOf<R>(table, owner, persons)) {
        const key = keyOf(table, row);
        if (!held.gone.delete(key)) deleted.push(row);
        held.stored.delete(key);
      }
      return deleted;
    },
  };

  return {
    tables,
    /** Writes what is still in memory, and makes the keys. */
    async finish(of: readonly ProjectedTable[]): Promise<void> {
      for (const table of of) {
        const held = await heldOf(table);
        await copy(held, held.added.splice(0));
        await write(held, held.rows.size);
        await settle(held);
      }
    },
  };
};
