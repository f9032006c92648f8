/** Pseudo-random choices that are the same in every run. */
export type Random = {
  /** Returns true with this probability, from 0 to 1. */
  chance(probability: number): boolean;
  /** Returns an integer from 0 to `end` - 1. */
  integerBelow(end: number): number;
  /** Returns one of the items. @throws Error if there are none. */
  pick<T>(items: readonly T[]): T;
};

/** Creates a generator with the algorithm mulberry32. */
export const createRandom = (seed: number): Random => {
  let state = seed | 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const integerBelow = (end: number) => Math.floor(next() * end);
  return {
    chance: (probability) => next() < probability,
    integerBelow,
    pick: (items) => {
      const item = items[integerBelow(items.length)];
      if (item === undefined) throw new Error('Cannot pick from an empty list.');
      return item;
    },
  };
};
