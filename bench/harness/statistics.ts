/** Returns the median; NaN for no values. */
export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const high = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? high : (high + (sorted[middle - 1] ?? high)) / 2;
};

/** Returns a percentile by the nearest-rank method; NaN for no values. @param share 0 to 1. */
export const percentile = (values: readonly number[], share: number): number => {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
};
/** Returns the 50th percentile by the nearest-rank method. Unlike {@link median}, it is always one of the values; NaN for no values. */
export const p50 = (values: readonly number[]) => percentile(values, 0.5);
/** Returns the 99th percentile; NaN for no values. */
export const p99 = (values: readonly number[]) => percentile(values, 0.99);
