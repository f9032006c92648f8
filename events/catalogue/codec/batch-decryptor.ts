/**
 * Decrypts batches of fields in a worker thread. A rebuild of the read models decrypts hundreds of thousands of
 * fields. In the main thread, that would take a quarter of the time that reading the log takes, and create most of the garbage. One
 * thread with one kind of message needs no library for worker pools.
 */
import type { KeyObject } from 'node:crypto';
import { Worker } from 'node:worker_threads';

/** `encrypted`: base64; `context`: see `encryptField`. */
export type EncryptedField = { key: KeyObject; encrypted: string; context: string };

/**
 * A batch as it is posted to the thread. Posting many small objects is slow, so all fields are joined into one string
 * and all contexts into another. The separators do not occur in these texts: base64 has no space, and contexts and JSON
 * have no NUL.
 */
export type DecryptRequest = {
  id: number;
  fields: string;
  contexts: string;
  keys: KeyObject[];
  /** For each field, the index of its key in `keys`. */
  keyIndexes: Uint32Array;
};
/** `contents`: decrypted texts, joined with {@link textSeparator}; null if a field could not be decrypted. */
export type DecryptResponse = { id: number; contents: string | null };

export const fieldSeparator = ' ';
export const textSeparator = '\0';

export type BatchDecryptor = {
  /**
   * Decrypts the fields and returns their contents in the same order. Returns null if one of them cannot be decrypted or
   * contains the separator, or if the thread ends in the meantime. The caller then decrypts the fields one by one.
   */
  decrypt(fields: readonly EncryptedField[]): Promise<string[] | null>;
  close(): Promise<void>;
};

const createRequest = (fields: readonly EncryptedField[], id: number): DecryptRequest => {
  const indexOfKey = new Map<KeyObject, number>();
  const keyIndexes = new Uint32Array(fields.length);
  for (const [fieldIndex, { key }] of fields.entries()) {
    const keyIndex = indexOfKey.get(key) ?? indexOfKey.size;
    indexOfKey.set(key, keyIndex);
    keyIndexes[fieldIndex] = keyIndex;
  }
  return {
    id,
    fields: fields.map(({ encrypted }) => encrypted).join(fieldSeparator),
    contexts: fields.map(({ context }) => context).join(textSeparator),
    keys: [...indexOfKey.keys()],
    keyIndexes,
  };
};

/** Opens a decryptor. Its thread starts with the first batch and does not keep the process alive. */
export const openBatchDecryptor = (): BatchDecryptor => {
  const pending = new Map<number, (contents: string | null) => void>();
  let lastId = 0;
  let worker: Worker | null = null;
  /** Resolves all pending batches with null, because their thread has ended. */
  const abandon = (thread: Worker) => {
    // A thread emits both 'error' and 'exit', and a new one may have started in between.
    if (worker !== thread) return;
    worker = null;
    for (const [id, resolve] of pending) {
      pending.delete(id);
      resolve(null);
    }
  };
  const startThread = (): Worker => {
    const thread = new Worker(new URL('./batch-decryptor-thread.ts', import.meta.url));
    thread.on('message', ({ id, contents }: DecryptResponse) => {
      pending.get(id)?.(contents);
      pending.delete(id);
    });
    thread.on('error', () => abandon(thread));
    thread.on('exit', () => abandon(thread));
    thread.unref();
    return thread;
  };
  return {
    async decrypt(fields) {
      if (fields.length === 0) return [];
      lastId += 1;
      const request = createRequest(fields, lastId);
      const { promise, resolve } = Promise.withResolvers<string | null>();
      pending.set(lastId, resolve);
      worker ??= startThread();
      worker.postMessage(request);
      const contents = (await promise)?.split(textSeparator);
      // A text that is not JSON may contain the separator. Then the texts cannot be separated.
      return contents?.length === fields.length ? contents : null;
    },
    async close() {
      await worker?.terminate();
    },
  };
};
