import pLimit, { type LimitFunction } from 'p-limit';

/**
 * Creates a function that runs work, at most `concurrency` calls per key at the same time. At most `maxWaiting` further calls of a key
 * wait for their turn.
 * @param options.createError creates the error for a call that may not wait.
 */
export const createLimitByKey = ({
  concurrency,
  maxWaiting,
  createError,
}: {
  concurrency: number;
  maxWaiting: number;
  createError: () => Error;
}) => {
  const entries = new Map<string, { limit: LimitFunction; calls: number }>();
  return async <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const entry = entries.get(key) ?? { limit: pLimit(concurrency), calls: 0 };
    if (entry.calls >= concurrency + maxWaiting) throw createError();
    entries.set(key, entry);
    entry.calls += 1;
    try {
      return await entry.limit(work);
    } finally {
      entry.calls -= 1;
      if (entry.calls === 0) entries.delete(key);
    }
  };
};
