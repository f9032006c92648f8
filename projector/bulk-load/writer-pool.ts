import pLimit from 'p-limit';
import type { Writer } from '../connection/writer.ts';

/** Connections that work in parallel, each on one task at a time. */
export type WriterPool = {
  /** Runs the work with the next free connection. Waiting tasks are served in order. */
  withWriter<T>(work: (writer: Writer) => Promise<T>): Promise<T>;
};

/**
 * Creates a pool.
 * @param writers connections to the same schema.
 * @param signal when it aborts, no more work is started: waiting tasks are rejected with its reason.
 */
export const createWriterPool = (
  writers: readonly [Writer, ...Writer[]],
  signal: AbortSignal,
): WriterPool => {
  const free: Writer[] = [...writers];
  const limit = pLimit(writers.length);
  return {
    withWriter: (work) =>
      limit(async () => {
        signal.throwIfAborted();
        const writer = free.shift();
        if (!writer) throw new Error('More tasks run than there are connections.');
        try {
          return await work(writer);
        } finally {
          free.push(writer);
        }
      }),
  };
};
