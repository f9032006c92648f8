import type { InsightTime } from '#contract/schemas/insight.ts';

type Period = InsightTime['periods'][number];

/** Returns the totals of all periods, and the first period with the most enrolments (null without any). */
export const summarizePeriods = (
  periods: readonly Period[],
): { enrolments: number; completions: number; most: Period | null } => ({
  enrolments: periods.reduce((sum, one) => sum + one.enrolments, 0),
  completions: periods.reduce((sum, one) => sum + one.completions, 0),
  most: periods.reduce<Period | null>(
    (most, one) => (one.enrolments > (most?.enrolments ?? 0) ? one : most),
    null,
  ),
});
