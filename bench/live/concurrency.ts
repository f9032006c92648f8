/** Returns the result of the work. @throws Error with the message if the work takes longer. */
export const withTimeout = async <T>(timeoutMs: number, message: string, work: Promise<T>): Promise<T> => {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`${message} (${timeoutMs} ms).`)), timeoutMs);
  return Promise.race([work, promise]).finally(() => clearTimeout(timer));
};

/** Maps items with limited concurrency. @returns the results in the order of the items. */
export const mapConcurrently = async <T, R>(
  items: readonly T[],
  concurrency: number,
  work: (item: T) => Promise<R>,
): Promise<R[]> => {
  const results = new Array<R>(items.length);
  const remaining = items.entries();
  const worker = async () => {
    for (const [index, item] of remaining) results[index] = await work(item);
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  return results;
};
