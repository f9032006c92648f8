import { median } from '../harness/statistics.ts';
import type { Measured } from './measure.ts';

/** Returns the median of the ratios of two contestants in the same rounds. */
export const ratioOf = (own: Measured, peer: Measured): number =>
  median(own.rates.map((rate, round) => rate / (peer.rates[round] ?? Number.NaN)));

export type ReportRow = { label: string; measured: Measured; peer: Measured | null };

const totalUs = ({ processorUs }: Measured): number =>
  Object.values(processorUs).reduce((sum, us) => sum + us, 0);

const formatInteger = (value: number) => Math.round(value).toLocaleString('en');

const formatTimes = ({ processorUs }: Measured): string =>
  Object.entries(processorUs)
    .filter(([, us]) => us >= 1)
    .map(([name, us]) => `${name} ${formatInteger(us)}`)
    .join(', ');

/**
 * Formats a Markdown table: rate and its ratio to that of the peer, latencies, bytes, and processor time per answer by process, with the
 * ratio of its sum to that of the peer.
 */
export const formatMeasured = (rows: readonly ReportRow[], peerName: string): string =>
  [
    `| request | answers/s | × ${peerName} | p50, ms | p99, ms | bytes | processor time per answer, µs | × ${peerName} |`,
    `|${' --- |'.repeat(8)}`,
    ...rows.map(({ label, measured, peer }) => {
      const { rates, p50Ms, p99Ms, bytesPerAnswer } = measured;
      return `| ${[
        label,
        formatInteger(median(rates)),
        peer === null ? '' : ratioOf(measured, peer).toFixed(2),
        p50Ms.toFixed(1),
        p99Ms.toFixed(1),
        formatInteger(bytesPerAnswer),
        formatTimes(measured),
        peer === null ? '' : (totalUs(measured) / totalUs(peer)).toFixed(2),
      ].join(' | ')} |`;
    }),
  ].join('\n');
