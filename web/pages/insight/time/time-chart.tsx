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
import type { InsightTime } from '#contract/insight.ts';
import { amountAxis, groundAxis } from '../../../ui/chart/axes.ts';
import { lastPaler } from '../../../ui/chart/last-paler.tsx';
import { stepsUpTo } from '../../../ui/chart/steps.ts';
import { useNarrow } from '../../../ui/narrow.ts';
import { numberInWords, periodInShort, periodInWords } from '../words.ts';

const height = 300;

/** What is what, in shapes as well as in colours. */
const Legend = () => (
  <p className="mb-3 flex flex-wrap gap-x-5 gap-y-1 text-sm text-muted" aria-hidden="true">
    <span className="flex items-center gap-2">
      <span className="size-3 rounded-[3px] bg-brand" />
      Enrolments
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
/** What recharts gives its tooltip. */
type Pointed = { active?: boolean; payload?: readonly { payload?: Period }[] };

const Told = ({ by, active, payload }: Pick<InsightTime, 'by'> & Pointed) => {
  const period = payload?.[0]?.payload;
  if (!active || !period) return null;
  return (
    <div className="rounded-control border border-hairline bg-surface px-3 py-2 text-sm shadow-card">
      <p className="font-medium">{periodInWords(period.begins, by)}</p>
      <p className="text-muted tabular-nums">
        {numberInWords(period.enrolments)} enrolled, {numberInWords(period.completions)} completed
      </p>
    </div>
  );
};

/** Enrolments as bars, completed courses as a line over them; the last period, which is under way, is paler. */
export const TimeChart = ({ time: { by, periods } }: { time: InsightTime }) => {
  const narrow = useNarrow();
  const most = Math.max(0, ...periods.flatMap(({ enrolments, completions }) => [enrolments, completions]));
  const steps = stepsUpTo(most);
  const hasDots = periods.length <= (narrow ? 14 : 60);
  return (
    <div aria-hidden="true">
      <Legend />
      <div className="-ml-2 overflow-hidden">
        <ResponsiveContainer width="100%" height={height}>
          <ComposedChart
            data={[...periods]}
            accessibilityLayer={false}
            margin={{ top: 8, right: 12, bottom: 0, left: 0 }}
            barCategoryGap={narrow ? '15%' : '22%'}
          >
            <CartesianGrid stroke="var(--hairline)" vertical={false} />
            <XAxis
              {...groundAxis}
              dataKey="begins"
              minTickGap={narrow ? 18 : 28}
              tickFormatter={(begins: string) => periodInShort(begins, by)}
            />
            <YAxis {...amountAxis(steps)} width={44} />
            <Tooltip
              content={<Told by={by} />}
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
              {lastPaler(periods.map(({ begins }) => begins))}
            </Bar>
            {/* A seam around the line, or it would be lost where it crosses the bars. */}
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
