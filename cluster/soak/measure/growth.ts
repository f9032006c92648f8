import { median } from '#bench/harness/statistics.ts';

/** The measurements of one thing over the time of a soak. */
export type Series = {
  name: string;
  /** `seconds` since the start of the soak. A value can be missing, for example while a process restarts. */
  points: readonly { seconds: number; value: number }[];
};

/** How much a series may grow. */
export type GrowthLimit = {
  /** The largest acceptable ratio of the level at the end to the level in the middle. */
  ratio: number;
  /** Growth up to this value is always acceptable, in the unit of the series. */
  slack: number;
};

/** This share of a series, from its start, is not compared: caches fill, code is compiled, and V8 lets its heap grow before it collects more often. */
const warmUpShare = 1 / 2;
/** The two levels are the medians of this share of the rest of the series: one at its beginning, one at its end. */
const levelShare = 1 / 4;
/**
 * A series of less than twenty minutes is not judged, because in so short a time growth cannot be told from warm-up. In a soak of 40
 * minutes, processes had not reached the memory of their predecessors 12 minutes after a restart. The limit is a little shorter:
 * 120 measurements, one every ten seconds, span 1,190 seconds.
 */
const minSeconds = 1_190;

/** Returns the levels of a series after the warm-up and at the end; null if it is too short. */
export const levelsOf = ({ points }: Pick<Series, 'points'>): { first: number; last: number } | null => {
  const rest = points.slice(Math.ceil(points.length * warmUpShare)).map(({ value }) => value);
  const count = Math.ceil(rest.length * levelShare);
  if ((points.at(-1)?.seconds ?? 0) - (points[0]?.seconds ?? 0) < minSeconds) return null;
  return { first: median(rest.slice(0, count)), last: median(rest.slice(-count)) };
};

/** Returns a sentence if the series grows by more than the limit; null if it does not, or is too short to tell. */
export const findGrowth = (series: Series, { ratio, slack }: GrowthLimit): string | null => {
  const levels = levelsOf(series);
  if (levels === null) return null;
  const { first, last } = levels;
  if (last - first <= slack || last <= first * ratio) return null;
  return `${series.name} grows: ${first.toFixed(1)} in the middle, ${last.toFixed(1)} at the end`;
};
