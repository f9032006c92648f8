/**
 * Creates a function that loads one value by key. Keys that are requested within `waitMs` are loaded together.
 * @param load returns the values by key; the request for a key without a value resolves with null. If `load` fails, the requests of its batch fail.
 * @param options.maxKeys the maximum number of keys in one call of `load`.
 */
export const createBatchLoader = <V>(
  load: (keys: readonly string[]) => Promise<ReadonlyMap<string, V>>,
  { maxKeys, waitMs = 5 }: { maxKeys: number; waitMs?: number },
): ((key: string) => Promise<V | null>) => {
  type Waiter = PromiseWithResolvers<V | null>;
  let waiting = new Map<string, Waiter>();

  const loadBatch = async (batch: readonly [string, Waiter][]) => {
    try {
      const values = await load(batch.map(([key]) => key));
      for (const [key, waiter] of batch) waiter.resolve(values.get(key) ?? null);
    } catch (error) {
      for (const [, waiter] of batch) waiter.reject(error);
    }
  };
  const loadWaiting = () => {
    // Sorted, so that the same keys lead to the same request, which a cache can answer.
    const requested = [...waiting].sort(([a], [b]) => (a < b ? -1 : 1));
    waiting = new Map();
    for (let from = 0; from < requested.length; from += maxKeys)
      void loadBatch(requested.slice(from, from + maxKeys));
  };

  return (key) => {
    const requested = waiting.get(key);
    if (requested !== undefined) return requested.promise;
    if (waiting.size === 0) setTimeout(loadWaiting, waitMs);
    const waiter: Waiter = Promise.withResolvers();
    waiting.set(key, waiter);
    return waiter.promise;
  };
};
