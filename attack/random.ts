/** Choices that a seed determines, so that a run can be repeated. */
export type Random = {
  /** Returns a number from 0 up to, but not including, 1. */
  next(): number;
  /** Returns an integer from 0 up to, but not including, `below`. */
  integer(below: number): number;
  /** Returns whether something with this probability happens. */
  chance(probability: number): boolean;
  /** Returns one of the items. @throws Error for an empty list. */
  pick<T>(items: readonly T[]): T;
  /** Returns a UUID (version 4). */
  uuid(): string;
};

/** Creates choices with the algorithm mulberry32 (Tommy Ettinger, public domain). */
export const createRandom = (seed: number): Random => {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const integer = (below: number): number => Math.floor(next() * below);
  const hexadecimal = (digits: number): string =>
    Array.from({ length: digits }, () => integer(16).toString(16)).join('');
  return {
    next,
    integer,
    chance: (probability) => next() < probability,
    pick: <T>(items: readonly T[]): T => {
      if (items.length === 0) throw new Error('There is nothing to choose from.');
      return items[integer(items.length)] as T;
    },
    uuid: () =>
      [hexadecimal(8), hexadecimal(4), `4${hexadecimal(3)}`, `a${hexadecimal(3)}`, hexadecimal(12)].join('-'),
  };
};
