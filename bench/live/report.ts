import { p50, p99, percentile } from '../harness/statistics.ts';

/** Measured times in milliseconds. */
export type Times = { label: string; ms: readonly number[] };
/** A measured value and the most that it may be. */
export type MeasuredValue = { label: string; value: number; atMost: number; unit: 'ms' | '×' };
/** A check of the deliveries. A run with wrong deliveries does not count. */
export type Check = { label: string; isCorrect: boolean; found: string };

const formatNumber = (value: number) => value.toFixed(value < 10 ? 2 : 1);

/** Formats a Markdown table of times in milliseconds. */
export const formatTable = (rows: readonly Times[]): string =>
  [
    '| ms | p50 | p99 | max | count |',
    '| --- | --- | --- | --- | --- |',
    ...rows.map(({ label, ms }) => {
      const times = [p50(ms), p99(ms), percentile(ms, 1)].map(formatNumber);
      return `| ${[label, ...times, ms.length].join(' | ')} |`;
    }),
  ].join('\n');

/** Returns whether the value is small enough. */
export const isMet = ({ value, atMost }: MeasuredValue) => value <= atMost;

/** Formats a measured value as one line: whether it is small enough, and how small it must be. */
export const formatVerdict = (measured: MeasuredValue): string =>
  `${isMet(measured) ? 'holds ' : 'MISSED'} ${measured.label}: ${formatNumber(measured.value)} ${measured.unit}, at most ${formatNumber(measured.atMost)} ${measured.unit}`;

/** Formats a check as one line. */
export const formatCheck = ({ label, isCorrect, found }: Check): string =>
  `${isCorrect ? 'right ' : 'WRONG '} ${label}: ${found}`;
