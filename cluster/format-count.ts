/** Returns the number with its words: `one` for 1, otherwise `many`. */
export const formatCount = (count: number, one: string, many: string): string =>
  `${count} ${count === 1 ? one : many}`;
