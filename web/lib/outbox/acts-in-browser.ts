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

/** What another build wrote and this one cannot read stays where it is, unread. */
const readable = (values: unknown[]): WaitingAct[] =>
  values.flatMap((value) => {
    const { data } = waitingAct.safeParse(value);
    return data ? [data] : [];
  });

const inDatabase = (database: IDBPDatabase<Kept>): ActStore => ({
  add: async (given, options) => {
    const change = database.transaction('acts', 'readwrite', { durability: 'strict' });
    if (options?.replacing)
      for (const old of readable(await change.store.index('uid').getAll(given.uid)))
        if (old.kind === given.kind && old.about === given.about && old.tries === 0)
          await change.store.delete(old.order);
    // The store gives the key; the type of a stored act has it.
    const order = await change.store.add(given as WaitingAct);
    await change.done;
    return { ...given, order };
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
    add: async (act, options) => (await store()).add(act, options),
    listOf: async (uid) => (await store()).listOf(uid),
    update: async (act) => (await store()).update(act),
    remove: async (act) => (await store()).remove(act),
  };
};
