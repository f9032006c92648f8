import type { Place, Writer } from '../connection/writer.ts';
import type { ProjectedTable } from '../projection/projection.ts';
import { type Tables, tablesIn } from '../projection/tables.ts';
import { type Columns, columnsOf, copyRows } from './copy-rows.ts';
import type { Lanes } from './lanes.ts';
import { type RecentRows, recentRows } from './recent-rows.ts';
import { type SeenKeys, seenKeys } from './seen-keys.ts';
import { makeKey } from './tables-beside.ts';

export type MemoryOptions = {
  /** Rows of a table that are kept in memory because they may change soon; 40,000 unless given. */
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
  rows: RecentRows;
  /** Keys of rows that stand in the table too, as they were before they came back into memory. */
  stored: Set<string>;
  /** Keys of rows that stand in the table and are no more. */
  gone: Set<string>;
  /** Rows are read before they change: a table that nobody has asked for a row is only added to, and these were. */
  added: object[];
  /** Rows that were written. */
  size: number;
  isAsked: boolean;
  /** A table of sums: what is in memory is still to be added. */
  isSummed: boolean;
  /** Whose rows were written, where rows are deleted by that. */
  owners: SeenKeys | null;
  /** Keys of rows that were written; `unknown` for those that were only added, `none` as long as there are none. */
  written: SeenKeys | 'unknown' | 'none';
  hasKey: boolean;
  writing: Promise<void>;
};

const mayBeWritten = ({ written }: Held, key: string): boolean =>
  typeof written === 'string' ? written === 'unknown' : written.mayHave(key);

export type TablesInMemory = {
  tables: Tables;
  /** How many rows were written so far. */
  size(): number;
  /** Waits until nothing is being written any more, well or not. */
  settled(): Promise<void>;
  /** Of these tables: writes what is still in memory and makes the keys, and whatever else is to be done to a table then. */
  finish(of: readonly ProjectedTable[]): Promise<void>;
};

const noteOwners = (held: Held, rows: readonly object[]): void => {
  const { owner } = held.table;
  if (owner === undefined) return;
  held.owners ??= seenKeys();
  for (const row of rows) held.owners.add(String((row as Record<string, unknown>)[owner]));
};

/**
 * Tables that are built from nothing, for somebody who is alone with them. Rows stay in memory as long as they change, so most
 * of them are written once, in their last form, by COPY, into tables without indexes. The rows that did not change lately are written
 * first when there are too many; one that changes all the same is read back, which needs the table's key.
 * So memory is bounded, however long the log.
 * @param lanes on which rows are written while others are made.
 * @param complete what is done to a table once all its rows are in it.
 */
export const tablesInMemory = (
  writer: Writer,
  lanes: Lanes,
  place: Place,
  { keep = 40_000, together = 10_000 }: MemoryOptions = {},
  complete: (writer: Writer, table: ProjectedTable) => Promise<void> = async () => {},
): TablesInMemory => {
  const inDatabase = tablesIn(writer.db);
  const all = new Map<string, Held>();

  const heldOf = async (table: ProjectedTable): Promise<Held> => {
    let held = all.get(table.name);
    if (held === undefined) {
      held = {
        ...{ table, columns: await columnsOf(writer, place, table) },
        ...{ size: 0, added: [], rows: recentRows(), stored: new Set(), gone: new Set() },
        ...{
          isAsked: false,
          isSummed: false,
          written: 'none',
          owners: null,
          hasKey: false,
          writing: Promise.resolve(),
        },
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
    held.size += rows.length;
    noteOwners(held, rows);
    held.writing = lanes.lend((lane) => copyRows(lane, held.table, held.columns, rows));
    // Whoever needs the table next hears of it.
    held.writing.catch(() => {});
  };

  const giveKey = async (lane: Writer, held: Held): Promise<void> => {
    if (!held.hasKey) await makeKey(lane.db, held.table.name, place);
    held.hasKey = true;
  };

  /** From here on the table itself can be asked. */
  const settle = async (held: Held): Promise<void> => {
    await held.writing;
    await giveKey(writer, held);
  };

  /** Adds sums to those that stand in the table. */
  const addUp = async (held: Held): Promise<void> => {
    await settle(held);
    await inDatabase.add(held.table, [...held.rows.takeAll().values()]);
  };

  /** Of rows that leave memory, brings up to date those that stand in the table. @returns the others. */
  const update = async (held: Held, rows: ReadonlyMap<string, object>): Promise<object[]> => {
    const { table, stored, gone } = held;
    const fresh: object[] = [];
    const changed: object[] = [];
    for (const [key, row] of rows) (stored.delete(key) ? changed : fresh).push(row);
    if (gone.size > 0 || changed.length > 0) {
      await settle(held);
      await inDatabase.delete(table, [...gone]);
      await inDatabase.upsert(table, changed);
      gone.clear();
    }
    return fresh;
  };

  /** Writes the rows that did not change lately. */
  const makeRoom = async (held: Held): Promise<void> => {
    const fresh = await update(held, held.rows.takeOld());
    if (typeof held.written === 'string' && fresh.length > 0)
      held.written = held.written === 'none' ? seenKeys() : 'unknown';
    if (typeof held.written !== 'string') for (const row of fresh) held.written.add(keyOf(held.table, row));
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
        else if (mayBeWritten(held, key) && !held.gone.has(key)) elsewhere.push(key);
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
        if (held.added.length < together) return;
        held.written = 'unknown';
        await copy(held, held.added.splice(0));
        return;
      }
      for (const row of rows) {
        const key = keyOf(table, row);
        held.rows.set(key, row);
        if (held.gone.delete(key)) held.stored.add(key);
      }
      if (held.rows.lately > keep / 2) await makeRoom(held);
    },

    async add(table, rows) {
      const held = await heldOf(table);
      held.isSummed = true;
      for (const row of rows) {
        const key = keyOf(table, row);
        const before = held.rows.get(key);
        held.rows.set(key, before === undefined ? row : sumOf(table, before, row));
      }
      if (held.rows.lately > keep) await addUp(held);
    },

    async delete(table, keys) {
      const held = await askedOf(table);
      for (const key of keys) {
        held.rows.delete(key);
        held.stored.delete(key);
        if (mayBeWritten(held, key)) held.gone.add(key);
      }
    },

    async deleteOf<R extends object>(
      table: ProjectedTable,
      owner: keyof R & string,
      persons: readonly string[],
    ) {
      if (persons.length === 0) return [];
      const held = await askedOf(table);
      const deleted: R[] = [];
      for (const [key, row] of held.rows.having(owner, persons)) {
        deleted.push(row as R);
        held.rows.delete(key);
        if (held.stored.delete(key)) held.gone.add(key);
      }
      const elsewhere =
        table.owner === owner ? persons.filter((person) => held.owners?.mayHave(person)) : persons;
      if (held.written === 'none' || elsewhere.length === 0) return deleted;
      await held.writing;
      for (const row of await inDatabase.deleteOf<R>(table, owner, elsewhere)) {
        const key = keyOf(table, row);
        if (!held.gone.delete(key)) deleted.push(row);
        held.stored.delete(key);
      }
      return deleted;
    },
  };

  /** Asks for a connection at once, so that tables are finished in the order in which that was asked for. */
  const finishOne = (table: ProjectedTable): Promise<void> =>
    lanes.lend(async (lane) => {
      const held = await heldOf(table);
      await held.writing;
      const rest = held.added.splice(0);
      if (held.isSummed) await addUp(held);
      else rest.push(...(await update(held, held.rows.takeAll())));
      await copyRows(lane, table, held.columns, rest);
      await giveKey(lane, held);
      await complete(lane, table);
    });

  return {
    tables,
    async settled() {
      await Promise.allSettled([...all.values()].map(({ writing }) => writing));
    },
    size: () => all.values().reduce((sum, { size }) => sum + size, 0),
    async finish(of) {
      const ended = await Promise.allSettled(of.map(finishOne));
      for (const one of ended) if (one.status === 'rejected') throw one.reason;
    },
  };
};
