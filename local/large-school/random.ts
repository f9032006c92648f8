/** Pseudo-random choices that are the same in every run. */
export type Random = {
  /** Returns a number from 0 (inclusive) to 1 (exclusive). */
  next(): number;
  /** Returns an integer from 0 to `end` - 1. */
  integerBelow(end: number): number;
  pick<T>(items: readonly [T, ...T[]]): T;
};

/** Uses the algorithm mulberry32. */
export const createRandom = (seed: number): Random => {
  let state = seed | 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const integerBelow = (end: number) => Math.floor(next() * end);
  return { next, integerBelow, pick: (items) => items[integerBelow(items.length)] ?? items[0] };
};
