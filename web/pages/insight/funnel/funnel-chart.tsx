import { Bar, BarChart, Cell, LabelList, ResponsiveContainer, XAxis, YAxis } from 'recharts';
import { numberInWords, shareInWords } from '../words.ts';
import type { Step } from './steps.ts';

/** As tall as the questions beside it. */
const height = 420;

/** What recharts gives a label. */
type Given = {
  x?: number | string;
  y?: number | string;
  width?: number | string;
  height?: number | string;
  index?: number;
};

/** How many, and what share of those who enrolled: in the bar where it fits, beside it where not. */
const Reached = ({ steps, x, y, width, height: tall, index = 0 }: Given & { steps: readonly Step[] }) => {
  const step = steps[index];
  if (!step) return null;
  const end = Number(x) + Number(width);
  const isInside = Number(width) > 110;
  return (
    <text
      x={isInside ? end - 10 : end + 8}
      y={Number(y) + Number(tall) / 2}
      dominantBaseline="central"
      textAnchor={isInside ? 'end' : 'start'}
      fontSize={13}
      fontWeight={600}
      fill={isInside ? 'var(--on-brand)' : 'var(--ink)'}
    >
      {numberInWords(step.reached)}
      <tspan fontWeight={400}> · {shareInWords(step.reached, steps[0]?.reached ?? 0)}</tspan>
    </text>
  );
};

/** The steps from enrolling to the certificate, each bar as long as many came to it. */
export const FunnelChart = ({ steps }: { steps: readonly Step[] }) => (
  <div aria-hidden="true" className="overflow-hidden">
    <ResponsiveContainer width="100%" height={height}>
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
          // A step that nobody came to has a bar too: labels are found by their bars.
          minPointSize={2}
          background={{ fill: 'var(--sunken)', radius: 6 }}
          isAnimationActive={false}
        >
          {steps.map(({ step }) => (
            <Cell key={step} fill={step === 'certificate' ? 'var(--gold)' : 'var(--brand)'} />
          ))}
          <LabelList dataKey="reached" content={(given) => <Reached {...(given as Given)} steps={steps} />} />
        </Bar>
      </BarChart>
    </ResponsiveContainer>
  </div>
);
