import type { Writer } from '../connection/writer.ts';

/** Connections that work in parallel, each on one task at a time. */
export type WriterPool = {
  /** Runs the work with the next free connection. Waiting tasks are served in order. */
  withWriter<T>(work: (writer: Writer) => Promise<T>): Promise<T>;
};

/**
 * @param writers connections to the same schema.
 * @param signal when it aborts, no more work is started: waiting tasks are rejected with its reason.
 */
export const createWriterPool = (
  writers: readonly [Writer, ...Writer[]],
  signal: AbortSignal,
): WriterPool => {
  const free = [...writers];
  const waiting: ((writer: Writer) => void)[] = [];
  const acquire = async (): Promise<Writer> => {
    const writer = free.shift();
    if (writer !== undefined) return writer;
    const { promise, resolve } = Promise.withResolvers<Writer>();
    waiting.push(resolve);
    return promise;
  };
  return {
    async withWriter(work) {
      const writer = await acquire();
      try {
        signal.throwIfAborted();
        return await work(writer);
      } finally {
        const next = waiting.shift();
        if (next === undefined) free.push(writer);
        else next(writer);
      }
    },
  };
};
