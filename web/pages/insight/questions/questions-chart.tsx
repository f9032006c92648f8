import { useState } from 'react';
import { Bar, BarChart, ResponsiveContainer, XAxis, YAxis } from 'recharts';
import type { InsightQuestion } from '#contract/schemas/insight.ts';
import { wrapText } from '../../../ui/chart/wrap-text.ts';
import { formatNumber, formatShare } from '../insight-format.ts';

/** The height of two lines of text, their bar, and the space around them. */
const rowHeightPx = 84;
const barHeightPx = 14;
/** The height of a line of text. */
const lineHeightPx = 18;
/** The gap between the text and its bar. */
const textGapPx = 8;
/** The estimated width of a letter, slightly too large, so that no text is cut off. */
const letterWidthPx = 7.1;
/** The space for the share beside the bar. */
const shareWidthPx = 116;

/** The props that recharts passes to a tick. */
type TickProps = { y?: number | string; payload?: { value: string } };
type QuestionTickProps = TickProps & { questions: readonly InsightQuestion[]; width: number };

const QuestionTick = ({ questions, width, y = 0, payload }: QuestionTickProps) => {
  const question = questions.find(({ id }) => id === payload?.value);
  if (!question) return null;
  const middle = Number(y);
  const lines = wrapText(`${question.code} · ${question.question}`, Math.floor(width / letterWidthPx), 2);
  return (
    <g fontSize={13} fill="var(--ink)">
      <text y={middle - barHeightPx / 2 - textGapPx - (lines.length - 1) * lineHeightPx}>
        {lines.map((text, index) => (
          <tspan key={text} x={0} dy={index === 0 ? 0 : lineHeightPx}>
            {text}
          </tspan>
        ))}
      </text>
      <text x={width} y={middle} textAnchor="end" dominantBaseline="central" fontWeight={600}>
        {formatShare(question.right, question.asked)}
        <tspan fontWeight={400} fill="var(--muted)">
          {' '}
          of {formatNumber(question.asked)}
        </tspan>
      </text>
    </g>
  );
};

export const QuestionsChart = ({ questions }: { questions: readonly InsightQuestion[] }) => {
  const [width, setWidth] = useState(320);
  return (
    <div aria-hidden="true" className="overflow-hidden">
      <ResponsiveContainer
        width="100%"
        height={questions.length * rowHeightPx}
        onResize={(newWidth) => setWidth(Math.max(200, newWidth))}
      >
        <BarChart
          data={questions.map(({ id, right, asked }) => ({ id, share: (100 * right) / asked }))}
          layout="vertical"
          accessibilityLayer={false}
          // Shifts the bars down, so that the text and its bar together are centred in their row.
          margin={{ top: 14, right: shareWidthPx, bottom: -14, left: 0 }}
        >
          <XAxis type="number" hide domain={[0, 100]} />
          <YAxis
            type="category"
            dataKey="id"
            width={1}
            interval={0}
            tickLine={false}
            axisLine={false}
            tick={(props: TickProps) => <QuestionTick {...props} questions={questions} width={width} />}
          />
          <Bar
            dataKey="share"
            barSize={barHeightPx}
            fill="var(--brand)"
            radius={7}
            background={{ fill: 'var(--sunken)', stroke: 'var(--hairline)', radius: 7 }}
            // recharts draws no background track for a bar without length.
            minPointSize={2}
            isAnimationActive={false}
          />
        </BarChart>
      </ResponsiveContainer>
    </div>
  );
};
