import type { Writer } from '../connection/writer.ts';

/** Connections that do work beside one another, each for one at a time. */
export type Lanes = {
  /** Lends a connection, as soon as one is free; in the order in which they were asked for. */
  lend<T>(work: (writer: Writer) => Promise<T>): Promise<T>;
};

/**
 * @param writers all to the same place.
 * @param signal when it aborts nothing more is begun: what waits fails with its reason.
 */
export const lanesOf = (writers: readonly [Writer, ...Writer[]], signal: AbortSignal): Lanes => {
  const free = [...writers];
  const waiting: ((writer: Writer) => void)[] = [];
  const take = async (): Promise<Writer> => {
    const one = free.shift();
    if (one !== undefined) return one;
    const { promise, resolve } = Promise.withResolvers<Writer>();
    waiting.push(resolve);
    return promise;
  };
  return {
    async lend(work) {
      const writer = await take();
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
