/** Pseudo-random choices that a seed determines, so that a run can be repeated. */
export type SeededRandom = {
  /** Returns a number from 0 up to, but not including, 1. */
  next(): number;
  /** Returns an integer from 0 to `end` - 1. */
  integerBelow(end: number): number;
  /** Returns true with this probability, from 0 to 1. */
  chance(probability: number): boolean;
  /** Returns one of the items. @throws Error for an empty list. */
  pick<T>(items: readonly T[]): T;
  /** Returns a UUID (version 4). */
  uuid(): string;
};

/** Creates a generator with the algorithm mulberry32 (Tommy Ettinger, public domain). */
export const createSeededRandom = (seed: number): SeededRandom => {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const integerBelow = (end: number): number => Math.floor(next() * end);
  const createHexadecimal = (digits: number): string =>
    Array.from({ length: digits }, () => integerBelow(16).toString(16)).join('');
  return {
    next,
    integerBelow,
    chance: (probability) => next() < probability,
    pick: <T>(items: readonly T[]): T => {
      if (items.length === 0) throw new Error('There is nothing to choose from.');
      return items[integerBelow(items.length)] as T;
    },
    uuid: () =>
      [
        createHexadecimal(8),
        createHexadecimal(4),
        `4${createHexadecimal(3)}`,
        `a${createHexadecimal(3)}`,
        createHexadecimal(12),
      ].join('-'),
  };
};
