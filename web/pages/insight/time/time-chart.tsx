import {
  Bar,
  CartesianGrid,
  ComposedChart,
  Line,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts';
import type { InsightTime } from '#contract/schemas/insight.ts';
import { categoryAxis, createValueAxis, renderCellsWithPaleLast } from '../../../ui/chart/chart-parts.tsx';
import { computeAxisTicks } from '../../../ui/chart/compute-axis-ticks.ts';
import { useIsNarrow } from '../../../ui/use-is-narrow.ts';
import { formatNumber, formatPeriod, formatPeriodShort } from '../insight-format.ts';

const heightPx = 300;

/** The legend, with shapes in addition to colours. */
const Legend = () => (
  <p className="mb-3 flex flex-wrap gap-x-5 gap-y-1 text-sm text-muted" aria-hidden="true">
    <span className="flex items-center gap-2">
      <span className="size-3 rounded-[3px] bg-brand" />
      Enrollments
    </span>
    <span className="flex items-center gap-2">
      <svg viewBox="0 0 24 12" className="h-3 w-6" aria-hidden="true">
        <path d="M0 6h24" stroke="var(--gold)" strokeWidth="2" />
        <circle cx="12" cy="6" r="4" fill="var(--surface)" stroke="var(--gold)" strokeWidth="2" />
      </svg>
      Completed courses
    </span>
  </p>
);

type Period = InsightTime['periods'][number];
/** The props that recharts passes to a tooltip. */
type TooltipProps = { active?: boolean; payload?: readonly { payload?: Period }[] };

const PeriodTooltip = ({ by, active, payload }: Pick<InsightTime, 'by'> & TooltipProps) => {
  const period = payload?.[0]?.payload;
  if (!active || !period) return null;
  return (
    <div className="rounded-control border border-hairline bg-surface px-3 py-2 text-sm shadow-card">
      <p className="font-medium">{formatPeriod(period.begins, by)}</p>
      <p className="text-muted tabular-nums">
        {formatNumber(period.enrolments)} enrolled, {formatNumber(period.completions)} completed
      </p>
    </div>
  );
};

/** Enrolments as bars and completed courses as a line. The bar of the current, incomplete period is paler. */
export const TimeChart = ({ time: { by, periods } }: { time: InsightTime }) => {
  const isNarrow = useIsNarrow();
  const max = Math.max(0, ...periods.flatMap(({ enrolments, completions }) => [enrolments, completions]));
  const ticks = computeAxisTicks(max);
  // With more periods, the dots would overlap.
  const hasDots = periods.length <= (isNarrow ? 14 : 60);
  return (
    <div aria-hidden="true">
      <Legend />
      <div className="-ml-2 overflow-hidden">
        <ResponsiveContainer width="100%" height={heightPx}>
          <ComposedChart
            data={[...periods]}
            accessibilityLayer={false}
            margin={{ top: 8, right: 12, bottom: 0, left: 0 }}
            barCategoryGap={isNarrow ? '15%' : '22%'}
          >
            <CartesianGrid stroke="var(--hairline)" vertical={false} />
            <XAxis
              {...categoryAxis}
              dataKey="begins"
              minTickGap={isNarrow ? 18 : 28}
              tickFormatter={(begins: string) => formatPeriodShort(begins, by)}
            />
            <YAxis {...createValueAxis(ticks)} width={44} />
            <Tooltip
              content={<PeriodTooltip by={by} />}
              cursor={{ fill: 'var(--sunken)' }}
              isAnimationActive={false}
            />
            <Bar
              dataKey="enrolments"
              fill="var(--brand)"
              radius={[4, 4, 0, 0]}
              maxBarSize={56}
              isAnimationActive={false}
            >
              {renderCellsWithPaleLast(periods.map(({ begins }) => begins))}
            </Bar>
            {/* An outline makes the line visible where it crosses the bars. */}
            <Line
              dataKey="completions"
              stroke="var(--surface)"
              strokeWidth={6}
              dot={false}
              activeDot={false}
              isAnimationActive={false}
            />
            <Line
              dataKey="completions"
              stroke="var(--gold)"
              strokeWidth={2.5}
              dot={hasDots && { r: 4, fill: 'var(--surface)', stroke: 'var(--gold)', strokeWidth: 2 }}
              activeDot={{ r: 5, fill: 'var(--gold)', stroke: 'var(--surface)' }}
              isAnimationActive={false}
            />
          </ComposedChart>
        </ResponsiveContainer>
      </div>
    </div>
  );
};
