/** The result of the work. @throws the sentence when it takes longer. */
export const rejectAfter = async <T>(ms: number, sentence: string, work: Promise<T>): Promise<T> => {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`${sentence} (${ms} ms).`)), ms);
  return Promise.race([work, promise]).finally(() => clearTimeout(timer));
};

/** Does the work for each, so many at once. @returns the results in the order of the items. */
export const forEachOf = async <T, R>(
  items: readonly T[],
  atOnce: number,
  work: (item: T) => Promise<R>,
): Promise<R[]> => {
  const results = new Array<R>(items.length);
  const left = items.entries();
  const some = async () => {
    for (const [index, item] of left) results[index] = await work(item);
  };
  await Promise.all(Array.from({ length: atOnce }, some));
  return results;
};
