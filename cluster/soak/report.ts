import type { SoakResult } from './judge.ts';
import { levelsOf } from './measure/growth.ts';
import { type Kind, kinds, type Measurements } from './measure/measure.ts';

export type SoakFacts = {
  totalSeconds: number;
  /** The number of students at the end, without those who were removed. */
  students: number;
  disturbances: number;
  /** Commands that had to be sent more than once. */
  repeated: number;
};

const formatLevel = (value: number) => (value < 100 ? value.toFixed(1) : Math.round(value).toString());

/** Returns the rows of the levels in the middle and at the end, for each series that is long enough. */
const levelRows = (measurements: Pick<Measurements, 'series'>): string[] =>
  (Object.keys(kinds) as Kind[]).flatMap((kind) =>
    measurements.series(kind).flatMap((series) => {
      const levels = levelsOf(series);
      const minutes = ((series.points.at(-1)?.seconds ?? 0) - (series.points[0]?.seconds ?? 0)) / 60;
      return levels === null
        ? []
        : [
            `| ${kinds[kind]} | ${series.name} | ${minutes.toFixed(0)} | ${formatLevel(levels.first)} | ${formatLevel(levels.last)} |`,
          ];
    }),
  );

/** Formats the findings of a soak as two Markdown tables. */
export const formatSoakTable = (
  result: SoakResult,
  measurements: Pick<Measurements, 'series'>,
  facts: SoakFacts,
): string =>
  [
    '',
    '| minutes | students | disturbances | acknowledged (repeated) | lost | executed twice | reads (failed) | sockets with each event once (fetched again) |',
    '| --- | --- | --- | --- | --- | --- | --- | --- |',
    `| ${[
      (facts.totalSeconds / 60).toFixed(0),
      facts.students,
      facts.disturbances,
      `${result.acknowledged} (${facts.repeated})`,
      result.lost,
      result.executedTwice,
      `${result.reads} (${result.failedReads})`,
      `${result.completeSockets} of ${result.sockets} (${result.refetches})`,
    ].join(' | ')} |`,
    '',
    '| what | series | minutes | in the middle | at the end |',
    '| --- | --- | --- | --- | --- |',
    ...levelRows(measurements),
    '',
  ].join('\n');
