/** The highest number that can be found: 2^16 - 1, because the first round checks the powers of two up to 2^15. */
export const highestNumber = 65_535;

const probesPerRound = 15;
const powersOfTwo = Array.from({ length: 16 }, (_, exponent) => 2 ** exponent);

/**
 * Finds the end of a series that is numbered from 1 without gaps, by checking several numbers in each round. A short series
 * needs one or two rounds, the longest five.
 * @param checkExistence returns for each of the numbers, in their order, whether it exists.
 * @returns the last number, or 0 if the series is empty.
 */
export const findLastNumber = async (
  checkExistence: (numbers: readonly number[]) => Promise<boolean[]>,
): Promise<number> => {
  let last = 0;
  let firstMissing = highestNumber + 1;
  for (let probes = powersOfTwo; probes.length > 0; probes = spreadNumbers(last, firstMissing)) {
    const exists = await checkExistence(probes);
    for (const [index, number] of probes.entries())
      if (exists[index]) last = Math.max(last, number);
      else firstMissing = Math.min(firstMissing, number);
  }
  return last;
};

/** Returns evenly spread numbers between two others, excluding both. */
const spreadNumbers = (low: number, high: number): number[] => {
  const count = Math.min(probesPerRound, high - low - 1);
  const numbers = Array.from({ length: count }, (_, index) =>
    Math.round(low + ((index + 1) * (high - low)) / (count + 1)),
  );
  return [...new Set(numbers)].filter((number) => number > low && number < high);
};
