import { Bar, BarChart, Cell, LabelList, ResponsiveContainer, XAxis, YAxis } from 'recharts';
import { formatNumber, formatShare } from '../insight-format.ts';
import type { FunnelStepCount } from './steps.ts';

/** The height of the questions chart beside it, if that shows five questions. */
const heightPx = 420;

/** The props that recharts passes to a label. */
type LabelProps = {
  x?: number | string;
  y?: number | string;
  width?: number | string;
  height?: number | string;
  index?: number;
};

/** Bars narrower than this have their label beside them. */
const minWidthForInnerLabelPx = 110;

/** The label of a bar, with the share of enrolments; beside the bar if it does not fit inside. */
const ReachedLabel = ({
  steps,
  x,
  y,
  width,
  height: barHeight,
  index = 0,
}: LabelProps & { steps: readonly FunnelStepCount[] }) => {
  const step = steps[index];
  if (!step) return null;
  const barEnd = Number(x) + Number(width);
  const isInside = Number(width) > minWidthForInnerLabelPx;
  return (
    <text
      x={isInside ? barEnd - 10 : barEnd + 8}
      y={Number(y) + Number(barHeight) / 2}
      dominantBaseline="central"
      textAnchor={isInside ? 'end' : 'start'}
      fontSize={13}
      fontWeight={600}
      fill={isInside ? 'var(--on-brand)' : 'var(--ink)'}
    >
      {formatNumber(step.reached)}
      <tspan fontWeight={400}> · {formatShare(step.reached, steps[0]?.reached ?? 0)}</tspan>
    </text>
  );
};

export const FunnelChart = ({ steps }: { steps: readonly FunnelStepCount[] }) => (
  <div aria-hidden="true" className="overflow-hidden">
    <ResponsiveContainer width="100%" height={heightPx}>
      <BarChart
        data={[...steps]}
        layout="vertical"
        accessibilityLayer={false}
        margin={{ top: 0, right: 4, bottom: 0, left: 0 }}
        barCategoryGap={7}
      >
        <XAxis type="number" hide domain={[0, Math.max(1, steps[0]?.reached ?? 0)]} />
        <YAxis
          type="category"
          dataKey="name"
          width={84}
          interval={0}
          tick={{ fill: 'var(--ink)', fontSize: 13 }}
          tickLine={false}
          axisLine={false}
        />
        <Bar
          dataKey="reached"
          radius={6}
          // A step that nobody reached needs a bar too, because recharts attaches labels to bars.
          minPointSize={2}
          background={{ fill: 'var(--sunken)', radius: 6 }}
          isAnimationActive={false}
        >
          {steps.map(({ step }) => (
            <Cell key={step} fill={step === 'certificate' ? 'var(--gold)' : 'var(--brand)'} />
          ))}
          <LabelList
            dataKey="reached"
            content={(props) => <ReachedLabel {...(props as LabelProps)} steps={steps} />}
          />
        </Bar>
      </BarChart>
    </ResponsiveContainer>
  </div>
);
