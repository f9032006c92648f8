import type { InsightTime } from '#contract/insight.ts';

type Period = InsightTime['periods'][number];

/** What the periods come to, and the first of those in which most enrolled; null where nobody did. */
export const sumsOf = (
  periods: readonly Period[],
): { enrolments: number; completions: number; most: Period | null } => ({
  enrolments: periods.reduce((sum, one) => sum + one.enrolments, 0),
  completions: periods.reduce((sum, one) => sum + one.completions, 0),
  most: periods.reduce<Period | null>(
    (most, one) => (one.enrolments > (most?.enrolments ?? 0) ? one : most),
    null,
  ),
});
