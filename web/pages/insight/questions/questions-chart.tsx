import { useState } from 'react';
import { Bar, BarChart, ResponsiveContainer, XAxis, YAxis } from 'recharts';
import type { InsightQuestion } from '#contract/schemas/insight.ts';
import { wrapText } from '../../../ui/chart/wrap-text.ts';
import { formatNumber, formatShare } from '../insight-format.ts';

/** The heights of a row (two lines of text and a bar), a bar and a line, in pixels. */
const [row, bar, line] = [84, 14, 18];
/** The estimated width of a letter in pixels, slightly too large, so that no text is cut off. */
const letter = 7.1;
const beside = 116;

/** The props that recharts passes to a tick. */
type TickProps = { y?: number | string; payload?: { value: string } };
type QuestionTickProps = TickProps & { questions: readonly InsightQuestion[]; wide: number };

/** The question above its bar, with its share beside it. */
const QuestionTick = ({ questions, wide, y = 0, payload }: QuestionTickProps) => {
  const question = questions.find(({ id }) => id === payload?.value);
  if (!question) return null;
  const middle = Number(y);
  const lines = wrapText(`${question.code} · ${question.question}`, Math.floor(wide / letter), 2);
  return (
    <g fontSize={13} fill="var(--ink)">
      <text y={middle - bar / 2 - 8 - (lines.length - 1) * line}>
        {lines.map((words, index) => (
          <tspan key={words} x={0} dy={index === 0 ? 0 : line}>
            {words}
          </tspan>
        ))}
      </text>
      <text x={wide} y={middle} textAnchor="end" dominantBaseline="central" fontWeight={600}>
        {formatShare(question.right, question.asked)}
        <tspan fontWeight={400} fill="var(--muted)">
          {' '}
          of {formatNumber(question.asked)}
        </tspan>
      </text>
    </g>
  );
};

/** The share of correct answers to each question as a bar chart. */
export const QuestionsChart = ({ questions }: { questions: readonly InsightQuestion[] }) => {
  const [wide, setWide] = useState(320);
  return (
    <div aria-hidden="true" className="overflow-hidden">
      <ResponsiveContainer
        width="100%"
        height={questions.length * row}
        onResize={(width) => setWide(Math.max(200, width))}
      >
        <BarChart
          data={questions.map((one) => ({ id: one.id, share: (100 * one.right) / one.asked }))}
          layout="vertical"
          accessibilityLayer={false}
          // Down by as much as the text takes: bar and text are in the middle of their row together.
          margin={{ top: 14, right: beside, bottom: -14, left: 0 }}
        >
          <XAxis type="number" hide domain={[0, 100]} />
          <YAxis
            type="category"
            dataKey="id"
            width={1}
            interval={0}
            tickLine={false}
            axisLine={false}
            tick={(given: TickProps) => <QuestionTick {...given} questions={questions} wide={wide} />}
          />
          <Bar
            dataKey="share"
            barSize={bar}
            fill="var(--brand)"
            radius={7}
            background={{ fill: 'var(--sunken)', stroke: 'var(--hairline)', radius: 7 }}
            // None at all is a sliver, so that the track is drawn.
            minPointSize={2}
            isAnimationActive={false}
          />
        </BarChart>
      </ResponsiveContainer>
    </div>
  );
};
