import { useState } from 'react';
import { Bar, BarChart, ResponsiveContainer, XAxis, YAxis } from 'recharts';
import type { InsightQuestion } from '#contract/insight.ts';
import { linesOf } from '../../../ui/chart/lines.ts';
import { numberInWords, shareInWords } from '../words.ts';

/** Room for two lines of text and a bar, in pixels. */
const [row, bar, line] = [84, 14, 18];
/** Of a letter on average, in pixels: a little much, so that nothing is cut off. */
const letter = 7.1;
const beside = 116;

/** What recharts gives. */
type Given = { y?: number | string; payload?: { value: string } };
type Drawn = Given & { questions: readonly InsightQuestion[]; wide: number };

/** The question above its bar, and its share beside it. */
const Words = ({ questions, wide, y = 0, payload }: Drawn) => {
  const question = questions.find(({ id }) => id === payload?.value);
  if (!question) return null;
  const middle = Number(y);
  const lines = linesOf(`${question.code} · ${question.question}`, Math.floor(wide / letter), 2);
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
        {shareInWords(question.right, question.asked)}
        <tspan fontWeight={400} fill="var(--muted)">
          {' '}
          of {numberInWords(question.asked)}
        </tspan>
      </text>
    </g>
  );
};

/** Each question with a bar below it that is as long as the share of right answers, out of all that there could be. */
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
            tick={(given: Given) => <Words {...given} questions={questions} wide={wide} />}
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
