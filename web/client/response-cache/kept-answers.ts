/**
 * Answers of the server that this browser keeps, so that what was loaded can be read without a line, also after a reload.
 * Each belongs to the reader that it was given to, and leaves with them.
 */
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';

export type KeptAnswer = {
  /** The identity provider's id of the person, or 'visitor'. */
  reader: string;
  /** The query's hash, or another name that is no query's. */
  name: string;
  data: unknown;
  /** When the server gave it, by this device's clock. */
  at: number;
  /** About how many bytes it takes. */
  size: number;
  /** The build that understands it. */
  build: string;
};

interface Kept extends DBSchema {
  answers: { key: [string, string]; value: KeptAnswer; indexes: { reader: string } };
}

const dayMs = 86_400_000;
const keptForMs = 14 * dayMs;
/** Of all readers together. */
const mostBytes = 24 * 1024 * 1024;

let opened: Promise<IDBPDatabase<Kept>> | null = null;
const database = () => {
  opened ??= openDB<Kept>('lyceum-reading', 1, {
    upgrade: (made) => {
      made.createObjectStore('answers', { keyPath: ['reader', 'name'] }).createIndex('reader', 'reader');
    },
    blocking: (_, __, event) => {
      if (event.target instanceof IDBDatabase) event.target.close();
      opened = null;
    },
  });
  return opened;
};

/** What another build kept may have another shape: it is not read. The entry's address names the build. */
const build = (): string => document.querySelector<HTMLScriptElement>('script[type=module]')?.src ?? '';

export const keepAnswer = async (answer: Pick<KeptAnswer, 'reader' | 'name' | 'data' | 'size'>) => {
  await (await database()).put('answers', { ...answer, at: Date.now(), build: build() });
};

/** What was kept under the name; undefined when there is none, or it is of another build or too old. */
export const keptAnswer = async (reader: string, name: string): Promise<unknown> => {
  const found = await (await database()).get('answers', [reader, name]);
  const isUsable = found && found.build === build() && Date.now() - found.at <= keptForMs;
  return isUsable ? found.data : undefined;
};

/** Forgets all that this reader was given. */
export const forgetAnswersOf = async (reader: string): Promise<void> => {
  const change = (await database()).transaction('answers', 'readwrite');
  for (const key of await change.store.index('reader').getAllKeys(reader)) await change.store.delete(key);
  await change.done;
};

/** Drops what is too old or of another build, and the oldest of what is more than a browser should hold. */
export const tidyAnswers = async (): Promise<void> => {
  const change = (await database()).transaction('answers', 'readwrite');
  let left = mostBytes;
  const facts = (await change.store.getAll()).map(({ data: _, ...rest }) => rest);
  for (const { reader, name, at, size, build: of } of facts.sort((a, b) => b.at - a.at)) {
    left -= size;
    if (left < 0 || of !== build() || Date.now() - at > keptForMs) await change.store.delete([reader, name]);
  }
  await change.done;
};
