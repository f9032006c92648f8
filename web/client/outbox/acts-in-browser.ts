import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { type ActStore, actsInMemory } from './act-store.ts';
import { type WaitingAct, waitingAct } from './waiting-act.ts';

interface Kept extends DBSchema {
  acts: { key: number; value: WaitingAct; indexes: { uid: string } };
}

const open = (): Promise<IDBPDatabase<Kept>> =>
  openDB<Kept>('lyceum-outbox', 1, {
    upgrade: (database) => {
      const acts = database.createObjectStore('acts', { keyPath: 'order', autoIncrement: true });
      acts.createIndex('uid', 'uid');
    },
    // A newer build in another tab wants to change the shape: it must not wait for this one.
    blocking: (_, __, event) => {
      if (event.target instanceof IDBDatabase) event.target.close();
    },
  });

/** What another build wrote and this one cannot read stays where it is, unread, until it is too old. */
const readable = (values: unknown[]): WaitingAct[] =>
  values.flatMap((value) => {
    const { data } = waitingAct.safeParse(value);
    return data ? [data] : [];
  });

const inDatabase = (database: IDBPDatabase<Kept>): ActStore => ({
  add: async (given, replacing) => {
    const change = database.transaction('acts', 'readwrite', { durability: 'strict' });
    const kept = readable(await change.store.index('uid').getAll(given.uid));
    const replaced = kept.filter(replacing);
    for (const { order } of replaced) await change.store.delete(order);
    // The store gives the order; the type of a stored act has it.
    await change.store.add(given as WaitingAct);
    await change.done;
    return replaced;
  },
  listOf: async (uid) => readable(await database.getAllFromIndex('acts', 'uid', uid)),
  update: async (act) => {
    const change = database.transaction('acts', 'readwrite');
    const known = (await change.store.getKey(act.order)) !== undefined;
    if (known) await change.store.put(act);
    await change.done;
    return known;
  },
  remove: async ({ order }) => {
    const change = database.transaction('acts', 'readwrite', { durability: 'strict' });
    const known = (await change.store.getKey(order)) !== undefined;
    await change.store.delete(order);
    await change.done;
    return known;
  },
  forgetBefore: async (time) => {
    const change = database.transaction('acts', 'readwrite');
    for (let cursor = await change.store.openCursor(); cursor; cursor = await cursor.continue())
      if (cursor.value.madeAt < time) await cursor.delete();
    await change.done;
  },
});

/** The acts that this browser keeps; in memory where it keeps nothing (a forbidden or broken storage). */
export const actsInBrowser = (log: (message: string, cause: unknown) => void): ActStore => {
  let opened: Promise<ActStore> | null = null;
  const store = () => {
    opened ??= open().then(inDatabase, (cause: unknown) => {
      log('This browser keeps nothing: what waits goes with the tab.', cause);
      return actsInMemory();
    });
    return opened;
  };
  return {
    add: async (act, replacing) => (await store()).add(act, replacing),
    listOf: async (uid) => (await store()).listOf(uid),
    update: async (act) => (await store()).update(act),
    remove: async (act) => (await store()).remove(act),
    forgetBefore: async (time) => (await store()).forgetBefore(time),
  };
};
