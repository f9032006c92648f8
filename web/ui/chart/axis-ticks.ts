/** Five round numbers from 0 to at least `most`, the same distance apart, for the lines of a chart: 0, 5, 10, 15, 20. */
export const axisTicks = (most: number): number[] => {
  const least = Math.max(1, most / 4);
  const power = 10 ** Math.floor(Math.log10(least));
  const step = [1, 2, 5, 10].map((times) => times * power).find((round) => round >= least) ?? least;
  return [0, 1, 2, 3, 4].map((times) => times * step);
};
