import type { DBSchema, IDBPDatabase } from 'idb';
import { openDatabase } from '../open-database.ts';
import { type ActionStore, createMemoryActionStore } from './action-store.ts';
import { type PendingAction, pendingAction } from './pending-action.ts';

interface OutboxSchema extends DBSchema {
  acts: { key: number; value: PendingAction; indexes: { uid: string } };
}

/** Parses the entries. Skips entries of other builds that this one cannot read. */
const parseAll = (values: unknown[]): PendingAction[] =>
  values.flatMap((value) => {
    const { data } = pendingAction.safeParse(value);
    return data ? [data] : [];
  });

const createIndexedDbStore = (database: IDBPDatabase<OutboxSchema>): ActionStore => ({
  add: async (action, isReplaced) => {
    const transaction = database.transaction('acts', 'readwrite', { durability: 'strict' });
    const replaced = parseAll(await transaction.store.index('uid').getAll(action.uid)).filter(isReplaced);
    for (const { order } of replaced) await transaction.store.delete(order);
    // IndexedDB assigns `order`, which the type of a stored value requires.
    await transaction.store.add(action as PendingAction);
    await transaction.done;
    return replaced;
  },
  list: async (uid) => parseAll(await database.getAllFromIndex('acts', 'uid', uid)),
  update: async (action) => {
    const transaction = database.transaction('acts', 'readwrite');
    const isStored = (await transaction.store.getKey(action.order)) !== undefined;
    if (isStored) await transaction.store.put(action);
    await transaction.done;
    return isStored;
  },
  remove: async ({ order }) => {
    const transaction = database.transaction('acts', 'readwrite', { durability: 'strict' });
    const isStored = (await transaction.store.getKey(order)) !== undefined;
    await transaction.store.delete(order);
    await transaction.done;
    return isStored;
  },
  removeBefore: async (time) => {
    const transaction = database.transaction('acts', 'readwrite');
    for (let cursor = await transaction.store.openCursor(); cursor; cursor = await cursor.continue())
      if (cursor.value.madeAt < time) await cursor.delete();
    await transaction.done;
  },
  takeOthers: async (uid) => {
    const transaction = database.transaction('acts', 'readwrite', { durability: 'strict' });
    const others: unknown[] = [];
    for (let cursor = await transaction.store.openCursor(); cursor; cursor = await cursor.continue()) {
      if (cursor.value.uid === uid) continue;
      others.push(cursor.value);
      await cursor.delete();
    }
    await transaction.done;
    return parseAll(others);
  },
});

/** Creates a store in IndexedDB, or in memory if the database cannot be opened. The first call of one of its methods opens the database. */
export const createBrowserActionStore = (log: (message: string, cause: unknown) => void): ActionStore => {
  let opened: Promise<ActionStore> | null = null;
  const openStore = () => {
    const forget = () => {
      opened = null;
    };
    opened ??= openDatabase<OutboxSchema>('lyceum-outbox', {
      create: (database) => {
        const actions = database.createObjectStore('acts', { keyPath: 'order', autoIncrement: true });
        actions.createIndex('uid', 'uid');
      },
      onClosed: forget,
    }).then(createIndexedDbStore, (cause: unknown) => {
      log('IndexedDB is not available: pending actions are lost when this tab is closed or reloaded.', cause);
      return createMemoryActionStore();
    });
    return opened;
  };
  return {
    add: async (action, isReplaced) => (await openStore()).add(action, isReplaced),
    list: async (uid) => (await openStore()).list(uid),
    update: async (action) => (await openStore()).update(action),
    remove: async (action) => (await openStore()).remove(action),
    removeBefore: async (time) => (await openStore()).removeBefore(time),
    takeOthers: async (uid) => (await openStore()).takeOthers(uid),
  };
};
