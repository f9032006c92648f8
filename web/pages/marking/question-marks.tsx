import { marksOfAQuestion, type QuizQuestion } from '#contract/quizzes.ts';
import { Card } from '../../ui/card.tsx';
import { Input } from '../../ui/field.tsx';
import { GoodAnswer, WrittenText } from '../../domains/quizzes/components/written-answer.tsx';
import { needsMark } from './marks.ts';

/** One question: what the student wrote beside what a good answer says, and the field for its marks. */
export const QuestionMarks = ({
  question,
  number,
  text,
  wrong,
  onChange,
}: {
  question: QuizQuestion;
  number: number;
  text: string;
  wrong: boolean;
  onChange: (text: string) => void;
}) => (
  <Card className="p-5 sm:p-6">
    <h2 className="max-w-prose text-lg leading-snug font-semibold wrap-anywhere">
      <span className="text-muted tabular-nums">{number}. </span>
      {question.question}
    </h2>
    <div className="mt-4 grid gap-5 md:grid-cols-2">
      <div className="rounded-control border border-hairline bg-sunken px-4 py-3">
        <p className="text-sm font-medium text-muted">The student’s answer</p>
        <div className="mt-1">
          <WrittenText question={question} />
        </div>
      </div>
      <GoodAnswer question={question} />
    </div>
    {needsMark(question) ? (
      <Input
        label={`Marks for question ${number}`}
        hint={`0 to ${marksOfAQuestion}, halves too`}
        inputMode="decimal"
        autoComplete="off"
        data-question={question.id}
        value={text}
        onChange={({ target }) => onChange(target.value)}
        error={wrong ? `Give 0 to ${marksOfAQuestion} marks, whole or half.` : undefined}
        fieldClassName="mt-5"
        className="max-w-32 tabular-nums"
      />
    ) : (
      <p className="mt-5 text-sm text-muted">No answer, no marks.</p>
    )}
  </Card>
);
