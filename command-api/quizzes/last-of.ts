/** No numbered thing goes further than this. */
export const highestNumber = 65_535;

const powersOfTwo = Array.from({ length: 16 }, (_, exponent) => 2 ** exponent);
const between = (from: number, to: number): number[] => {
  const steps = Math.min(15, to - from - 1);
  const numbers = Array.from({ length: steps }, (_, index) =>
    Math.round(from + ((index + 1) * (to - from)) / (steps + 1)),
  );
  return [...new Set(numbers)].filter((number) => number > from && number < to);
};

/**
 * The last of things that are numbered from 1 without gaps, found by asking which of a few exist: once for a handful of
 * them, at most four times for as many as there can be.
 * @param exist answers for each number, in their order.
 * @returns 0 when there is none.
 */
export const lastOf = async (exist: (numbers: readonly number[]) => Promise<boolean[]>): Promise<number> => {
  let [last, missing] = [0, highestNumber + 1];
  for (let asked = powersOfTwo; asked.length > 0; asked = between(last, missing)) {
    const found = await exist(asked);
    for (const [index, number] of asked.entries())
      if (found[index]) last = Math.max(last, number);
      else missing = Math.min(missing, number);
  }
  return last;
};
