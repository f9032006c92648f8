import { maxMarksPerQuestion, type QuizQuestion } from '#contract/schemas/quizzes.ts';
import { AnswerText, ModelAnswer } from '../../domains/quizzes/components/written-answer.tsx';
import { Card } from '../../ui/card.tsx';
import { Input } from '../../ui/field.tsx';
import { isAnswered } from './marks.ts';

export const QuestionMarks = ({
  question,
  number,
  text,
  isInvalid,
  isReadOnly,
  onChange,
}: {
  question: QuizQuestion;
  number: number;
  text: string;
  isInvalid: boolean;
  isReadOnly: boolean;
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
          <AnswerText question={question} />
        </div>
      </div>
      <ModelAnswer question={question} />
    </div>
    {isAnswered(question) ? (
      <Input
        label={`Marks for question ${number}`}
        hint={`0 to ${maxMarksPerQuestion}, half marks allowed`}
        inputMode="decimal"
        autoComplete="off"
        data-question={question.id}
        value={text}
        readOnly={isReadOnly}
        onChange={({ target }) => onChange(target.value)}
        error={isInvalid ? `Give 0 to ${maxMarksPerQuestion} marks, whole or half.` : undefined}
        fieldClassName="mt-5"
        className="max-w-32 tabular-nums"
      />
    ) : (
      <p className="mt-5 text-sm text-muted">Not answered.</p>
    )}
  </Card>
);
