/**
 * The response cache in IndexedDB: answers of the server that can be read without a connection, even after a reload. The answers that a
 * user received are deleted when that user's session ends. The answers that a visitor received are public and stay.
 */
import type { DBSchema, IDBPDatabase } from 'idb';
import { openDatabase } from '../open-database.ts';

/** The owner of the responses that a visitor receives. */
export const visitor = 'visitor';

/** Stored in IndexedDB: the field names are fixed. */
type StoredResponse = {
  /** The owner: the identity provider's user id, or `visitor`. */
  reader: string;
  /** The hash of the query, or another unique name. */
  name: string;
  data: unknown;
  /** When it was stored, by the clock of this device. */
  at: number;
  /** The approximate size in bytes. */
  size: number;
  /** The build that stored it. A different build may expect a different shape. */
  build: string;
};

interface ResponseCacheSchema extends DBSchema {
  answers: { key: [string, string]; value: StoredResponse; indexes: { reader: string } };
}

const dayMs = 86_400_000;
const maxAgeMs = 14 * dayMs;
/** The limit for all owners together. */
const maxTotalBytes = 24 * 1024 * 1024;

let opened: Promise<IDBPDatabase<ResponseCacheSchema>> | null = null;
const forgetCache = () => {
  opened = null;
};
/** Opens the database of the cache, unless it is open. After a failure the next call tries again. */
const openCache = () => {
  opened ??= openDatabase<ResponseCacheSchema>('lyceum-reading', {
    create: (database) => {
      database.createObjectStore('answers', { keyPath: ['reader', 'name'] }).createIndex('reader', 'reader');
    },
    onClosed: forgetCache,
  }).catch((cause: unknown) => {
    forgetCache();
    throw cause;
  });
  return opened;
};

/** Returns the address of the entry script. It contains a digest, so it identifies the build of this page. */
const getCurrentBuild = (): string =>
  document.querySelector<HTMLScriptElement>('script[type=module]')?.src ?? '';

const isUsable = ({ build, at }: Pick<StoredResponse, 'build' | 'at'>): boolean =>
  build === getCurrentBuild() && Date.now() - at <= maxAgeMs;

export const storeResponse = async (
  response: Pick<StoredResponse, 'reader' | 'name' | 'data' | 'size'>,
): Promise<void> => {
  await (await openCache()).put('answers', { ...response, at: Date.now(), build: getCurrentBuild() });
};

/** Returns the data of a stored response; undefined if there is none, it is too old, or another build stored it. */
export const readResponse = async (owner: string, name: string): Promise<unknown> => {
  const response = await (await openCache()).get('answers', [owner, name]);
  return response && isUsable(response) ? response.data : undefined;
};

export const deleteResponses = async (owner: string): Promise<void> => {
  const transaction = (await openCache()).transaction('answers', 'readwrite');
  for (const key of await transaction.store.index('reader').getAllKeys(owner))
    await transaction.store.delete(key);
  await transaction.done;
};

/** Deletes the responses of all users but `uid`. Those of visitors are public and stay. @param uid null if nobody is signed in. */
export const deleteResponsesOfOthers = async (uid: string | null): Promise<void> => {
  const transaction = (await openCache()).transaction('answers', 'readwrite');
  for (const key of await transaction.store.getAllKeys())
    if (key[0] !== uid && key[0] !== visitor) await transaction.store.delete(key);
  await transaction.done;
};

/** Deletes the responses that are unusable, and the oldest ones beyond the size limit. */
export const evictResponses = async (): Promise<void> => {
  const transaction = (await openCache()).transaction('answers', 'readwrite');
  let bytesLeft = maxTotalBytes;
  const entries = (await transaction.store.getAll()).map(({ data: _, ...entry }) => entry);
  for (const entry of entries.sort((a, b) => b.at - a.at)) {
    bytesLeft -= entry.size;
    if (bytesLeft < 0 || !isUsable(entry)) await transaction.store.delete([entry.reader, entry.name]);
  }
  await transaction.done;
};
