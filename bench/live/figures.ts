/** What was measured, and what must hold of it. */

export type Times = { what: string; ms: readonly number[] };
/** `value` must be `atMost`. */
export type Claim = { what: string; value: number; atMost: number; unit: 'ms' | '×' };
/** One check that is right or wrong; a benchmark of wrong deliveries counts for nothing. */
export type Check = { what: string; right: boolean; found: string };

/** The value below which the share of all values lies (nearest rank). NaN of none. */
export const percentile = (values: readonly number[], share: number): number => {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
};
export const p50 = (values: readonly number[]) => percentile(values, 0.5);
export const p99 = (values: readonly number[]) => percentile(values, 0.99);

const figure = (value: number) => value.toFixed(value < 10 ? 2 : 1);

/** In Markdown, in milliseconds. */
export const tableOf = (rows: readonly Times[]): string =>
  [
    '| ms | p50 | p99 | most | times |',
    '| --- | --- | --- | --- | --- |',
    ...rows.map(
      ({ what, ms }) =>
        `| ${[what, figure(p50(ms)), figure(p99(ms)), figure(percentile(ms, 1)), ms.length].join(' | ')} |`,
    ),
  ].join('\n');

export const holds = ({ value, atMost }: Claim) => value <= atMost;

export const verdictOf = (claim: Claim): string =>
  `${holds(claim) ? 'holds ' : 'MISSED'} ${claim.what}: ${figure(claim.value)} ${claim.unit}, at most ${figure(claim.atMost)} ${claim.unit}`;

export const checkOf = ({ what, right, found }: Check): string =>
  `${right ? 'right ' : 'WRONG '} ${what}: ${found}`;
