import type { InsightTime } from '#contract/schemas/insight.ts';

type Period = InsightTime['periods'][number];

/** Returns the totals and the busiest period: the one with the most enrolments (the first of several), or null if nobody enrolled. */
export const summarizePeriods = (
  periods: readonly Period[],
): { enrolments: number; completions: number; busiest: Period | null } => ({
  enrolments: periods.reduce((sum, period) => sum + period.enrolments, 0),
  completions: periods.reduce((sum, period) => sum + period.completions, 0),
  busiest: periods.reduce<Period | null>(
    (max, period) => (period.enrolments > (max?.enrolments ?? 0) ? period : max),
    null,
  ),
});
