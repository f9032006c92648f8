/** Returns five evenly spaced round numbers from 0 to at least `max`, for the ticks of an axis, for example 0, 5, 10, 15, 20. */
export const computeAxisTicks = (max: number): number[] => {
  const minStep = Math.max(1, max / 4);
  const power = 10 ** Math.floor(Math.log10(minStep));
  const step =
    [1, 2, 5, 10].map((factor) => factor * power).find((roundStep) => roundStep >= minStep) ?? minStep;
  return [0, 1, 2, 3, 4].map((factor) => factor * step);
};
