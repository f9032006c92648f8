import { useState } from 'react';
import { type CourseCode, courseCodes } from '#contract/courses.ts';
import type { InsightQuestion } from '#contract/insight.ts';
import { insightFiles, useInsightQuestions } from '../../../domains/insight/insight.ts';
import { Select } from '../../../ui/field.tsx';
import { Cell, HeadCell, Table } from '../../../ui/table.tsx';
import { Panel } from '../panel.tsx';
import { exactShare, numberInWords } from '../words.ts';
import { QuestionsChart } from './questions-chart.tsx';

/** So many are drawn; the table has all of them. */
const drawn = 5;

const QuestionsTable = ({ questions }: { questions: readonly InsightQuestion[] }) => (
  <Table caption="Multiple-choice questions, the hardest first">
    <thead>
      <tr>
        <HeadCell>Question</HeadCell>
        <HeadCell>Department</HeadCell>
        <HeadCell className="text-right">Asked</HeadCell>
        <HeadCell className="text-right">Right</HeadCell>
        <HeadCell className="text-right">% right</HeadCell>
      </tr>
    </thead>
    <tbody>
      {questions.map(({ id, code, question, asked, right }) => (
        <tr key={id}>
          <th scope="row" className="min-w-64 border-b border-hairline px-4 py-2 font-normal">
            {question}
          </th>
          <Cell className="py-2">{code}</Cell>
          <Cell className="py-2 text-right tabular-nums">{numberInWords(asked)}</Cell>
          <Cell className="py-2 text-right tabular-nums">{numberInWords(right)}</Cell>
          <Cell className="py-2 text-right tabular-nums">{exactShare(right, asked)}</Cell>
        </tr>
      ))}
    </tbody>
  </Table>
);

/** Which questions of the quizzes are answered rightly least often. */
export const QuestionsPanel = ({ className }: { className?: string }) => {
  const asked = useInsightQuestions();
  const [code, setCode] = useState<CourseCode | ''>('');
  const isOf = (question: InsightQuestion) => code === '' || question.code === code;
  const present = new Set(asked.data?.map((one) => one.code));
  return (
    <Panel
      title="Hardest questions"
      asked={asked}
      about={() => 'The share of right answers, of all multiple-choice quizzes that were handed in in time.'}
      controls={
        present.size > 0 && (
          <Select
            label="Department"
            fieldClassName="w-full"
            value={code}
            onChange={(event) => setCode(courseCodes.find((one) => one === event.target.value) ?? '')}
          >
            <option value="">All departments</option>
            {courseCodes.map((one) => (
              <option key={one} value={one}>
                {one}
              </option>
            ))}
          </Select>
        )
      }
      picture={(questions) => <QuestionsChart questions={questions.filter(isOf).slice(0, drawn)} />}
      table={(questions) => <QuestionsTable questions={questions.filter(isOf)} />}
      file={insightFiles.questions}
      empty={(questions) => {
        if (questions.some(isOf)) return null;
        return questions.length === 0
          ? 'No multiple-choice quiz has been handed in yet.'
          : 'No quiz of this department has been handed in yet.';
      }}
      height="h-105"
      {...(className ? { className } : {})}
    />
  );
};
