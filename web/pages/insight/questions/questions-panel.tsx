import { useState } from 'react';
import { type CourseCode, courseCodes } from '#contract/schemas/courses.ts';
import type { InsightQuestion } from '#contract/schemas/insight.ts';
import { fetchInsightCsv, useInsightQuestions } from '../../../domains/insight/insight-queries.ts';
import { Select } from '../../../ui/field.tsx';
import { Cell, HeadCell, Table } from '../../../ui/table.tsx';
import { formatExactShare, formatNumber } from '../insight-format.ts';
import { InsightPanel } from '../insight-panel.tsx';
import { QuestionsChart } from './questions-chart.tsx';

/** The chart shows at most this many questions. The table shows all that were loaded. */
const chartSize = 5;

const QuestionsTable = ({ questions }: { questions: readonly InsightQuestion[] }) => (
  <Table caption="Multiple-choice questions, hardest first">
    <thead>
      <tr>
        <HeadCell>Question</HeadCell>
        <HeadCell>Department</HeadCell>
        <HeadCell className="text-right">Asked</HeadCell>
        <HeadCell className="text-right">Correct</HeadCell>
        <HeadCell className="text-right">% correct</HeadCell>
      </tr>
    </thead>
    <tbody>
      {questions.map(({ id, code, question, asked, right }) => (
        <tr key={id}>
          <th scope="row" className="min-w-64 border-b border-hairline px-4 py-2 font-normal">
            {question}
          </th>
          <Cell className="py-2">{code}</Cell>
          <Cell className="py-2 text-right tabular-nums">{formatNumber(asked)}</Cell>
          <Cell className="py-2 text-right tabular-nums">{formatNumber(right)}</Cell>
          <Cell className="py-2 text-right tabular-nums">{formatExactShare(right, asked)}</Cell>
        </tr>
      ))}
    </tbody>
  </Table>
);

export const QuestionsPanel = () => {
  const query = useInsightQuestions();
  const [code, setCode] = useState<CourseCode | ''>('');
  const isSelected = (question: InsightQuestion) => code === '' || question.code === code;
  const hasQuestions = query.data !== undefined && query.data.length > 0;
  return (
    <InsightPanel
      title="Hardest questions"
      query={query}
      summary={() => 'Share of correct answers in multiple-choice quizzes that were submitted in time.'}
      controls={
        hasQuestions && (
          <Select
            label="Department"
            fieldClassName="w-full"
            value={code}
            onChange={(event) => setCode(courseCodes.find((known) => known === event.target.value) ?? '')}
          >
            <option value="">All departments</option>
            {courseCodes.map((department) => (
              <option key={department}>{department}</option>
            ))}
          </Select>
        )
      }
      chart={(questions) => <QuestionsChart questions={questions.filter(isSelected).slice(0, chartSize)} />}
      table={(questions) => <QuestionsTable questions={questions.filter(isSelected)} />}
      fetchCsv={fetchInsightCsv.questions}
      describeEmpty={(questions) => {
        if (questions.some(isSelected)) return null;
        return questions.length === 0
          ? 'No multiple-choice quizzes have been submitted yet.'
          : 'No quizzes of this department have been submitted yet.';
      }}
      height="h-105"
    />
  );
};
