/** Everything that comes, in a list. */
export const collect = async <T>(coming: AsyncIterable<T>): Promise<T[]> => {
  const all: T[] = [];
  for await (const one of coming) all.push(one);
  return all;
};
