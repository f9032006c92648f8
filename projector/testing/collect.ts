/** Collects all values of an async iterable. */
export const collect = async <T>(values: AsyncIterable<T>): Promise<T[]> => {
  const all: T[] = [];
  for await (const value of values) all.push(value);
  return all;
};
