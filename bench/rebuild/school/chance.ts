/** Chance that comes out the same in every run (mulberry32). */
export type Chance = {
  /** Whether something happens that happens so often. */
  happens(share: number): boolean;
  /** A whole number from 0 to below `end`. */
  below(end: number): number;
  oneOf<T>(of: readonly T[]): T;
};

export const chanceOf = (seed: number): Chance => {
  let state = seed | 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (end: number) => Math.floor(next() * end);
  return {
    happens: (share) => next() < share,
    below,
    oneOf: (of) => {
      const one = of[below(of.length)];
      if (one === undefined) throw new Error('There is nothing to choose from.');
      return one;
    },
  };
};
