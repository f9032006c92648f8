import type { AttackOptions, AttackReport } from './attack.ts';
import type { Finding } from './checks/finding.ts';

const maxShownFindings = 30;

const formatCounts = (counts: ReadonlyMap<string, number>): string =>
  [...counts]
    .toSorted(([, one], [, other]) => other - one)
    .map(([name, count]) => `${name}: ${count}`)
    .join(', ');

const countByCheck = (findings: AttackReport['findings']): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const { check } of findings) counts.set(check, (counts.get(check) ?? 0) + 1);
  return counts;
};

export const formatFinding = ({ check, request, description }: Finding): string =>
  `  ${check} (request ${request ?? '–'}): ${description}`;

/** Returns the summary of a run for the terminal. */
export const formatReport = (
  report: AttackReport,
  { seed, concurrency }: Pick<AttackOptions, 'seed' | 'concurrency'>,
): string => {
  const { findings, memory } = report;
  const megabytes = (bytes: number) => `${Math.round(bytes / 1024 / 1024)} MB`;
  return [
    `${report.sent} requests in ${report.seconds.toFixed(0)} s, seed ${seed}, ${concurrency} at once`,
    `answers     ${formatCounts(report.statuses)}`,
    `senders     ${formatCounts(report.senders)}`,
    `operations  ${report.operations - report.neverSucceeded.length} of ${report.operations} succeeded at least once${report.neverSucceeded.length === 0 ? '' : `; never: ${report.neverSucceeded.join(', ')}`}`,
    `events      ${report.events} were checked`,
    `times       99 % of requests within ${report.p99Ms.toFixed(0)} ms, the slowest after ${report.slowestMs.toFixed(0)} ms`,
    `sizes       the largest answer has ${report.largestBytes} bytes`,
    `memory      ${
      memory
        .map(
          ({ name, afterWarmUp, atEnd }) =>
            `${name}: ${megabytes(afterWarmUp)} after warm-up, ${megabytes(atEnd)} at the end`,
        )
        .join('; ') || 'not compared: too few rounds, or not Linux'
    }`,
    findings.length === 0
      ? 'No findings.'
      : `${findings.length} FINDINGS: ${formatCounts(countByCheck(findings))}`,
    ...findings.slice(0, maxShownFindings).map(formatFinding),
    ...(findings.length > maxShownFindings ? [`  … and ${findings.length - maxShownFindings} more`] : []),
  ].join('\n');
};
