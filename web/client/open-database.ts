import { type DBSchema, type IDBPDatabase, openDB } from 'idb';

/**
 * Opens a database of this browser. Always returns a promise, although `indexedDB.open` throws at once if storage is forbidden.
 * @param options.create creates the object stores.
 * @param options.onClosed called when the database has been closed, for a newer build or by the browser. It must then be opened again.
 */
export const openDatabase = async <Schema extends DBSchema>(
  name: string,
  { create, onClosed }: { create: (database: IDBPDatabase<Schema>) => void; onClosed: () => void },
): Promise<IDBPDatabase<Schema>> =>
  openDB<Schema>(name, 1, {
    upgrade: (database) => create(database),
    // A newer build in another tab wants to upgrade the database and must not wait for this tab.
    blocking: (_, __, event) => {
      if (event.target instanceof IDBDatabase) event.target.close();
      onClosed();
    },
    terminated: onClosed,
  });
