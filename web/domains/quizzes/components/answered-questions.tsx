import {
  Check,
  CircleAlert,
  CircleCheck,
  CircleDashed,
  CircleX,
  Clock,
  type LucideIcon,
  MessageSquareText,
} from 'lucide-react';
import { maxMarksPerQuestion, type QuizAttempt, type QuizQuestion } from '#contract/schemas/quizzes.ts';
import { Chip } from '../../../ui/chip.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { isAwaitingMarks } from '../quiz-format.ts';
import { WrittenAnswer } from './written-answer.tsx';

type OptionResult = { classes: string; icon: LucideIcon | null; label: string | null };

const describeOption = (index: number, { answer, right }: QuizQuestion): OptionResult => {
  if (index === right && index === answer)
    return {
      classes: 'border-good bg-good-ground text-good',
      icon: CircleCheck,
      label: 'Your answer · Correct',
    };
  if (index === right)
    return { classes: 'border-good bg-good-ground text-good', icon: Check, label: 'Correct answer' };
  if (index === answer)
    return { classes: 'border-bad bg-bad-ground text-bad', icon: CircleX, label: 'Your answer · Incorrect' };
  return { classes: 'border-hairline text-ink', icon: null, label: null };
};

const ChoiceAnswer = ({ question }: { question: QuizQuestion }) => (
  <>
    <ul className="mt-3 grid gap-2">
      {question.options?.map((option, index) => {
        const { classes, icon: Icon, label } = describeOption(index, question);
        return (
          <li
            key={option}
            className={classNames(
              'flex flex-wrap items-center gap-x-3 gap-y-0.5 rounded-control border px-3 py-2',
              classes,
            )}
          >
            <span className="min-w-0 wrap-anywhere">{option}</span>
            {label !== null && (
              <span className="ml-auto inline-flex items-center gap-1.5 text-sm font-medium">
                {Icon && <Icon className="size-4 shrink-0" />}
                {label}
              </span>
            )}
          </li>
        );
      })}
    </ul>
    {question.why !== null && (
      <p className="mt-3 max-w-prose text-sm text-muted">
        <span className="font-medium text-ink">Why: </span>
        {question.why}
      </p>
    )}
  </>
);

const MarkChip = ({ question: { mark, answer } }: { question: QuizQuestion }) => {
  if (mark !== null)
    return (
      <Chip tone="info">
        {mark} of {maxMarksPerQuestion} marks
      </Chip>
    );
  return answer !== null && <Chip icon={Clock}>No marks yet</Chip>;
};

const CorrectChip = ({ question: { answer, right } }: { question: QuizQuestion }) => {
  if (answer === null)
    return (
      <Chip tone="warning" icon={CircleDashed}>
        Not answered
      </Chip>
    );
  return answer === right ? (
    <Chip tone="good" icon={CircleCheck}>
      Correct
    </Chip>
  ) : (
    <Chip tone="bad" icon={CircleX}>
      Incorrect
    </Chip>
  );
};

const LateNotice = () => (
  <p className="mb-5 flex items-start gap-2 text-sm text-warning">
    <CircleAlert className="mt-0.5 size-4 shrink-0" />
    No answers arrived in time.
  </p>
);

const noModelAnswersYet = (
  <p className="mb-5 flex items-start gap-2 text-sm text-muted">
    <Clock className="mt-0.5 size-4 shrink-0" />
    Model answers appear with the marks.
  </p>
);

const Remark = ({ text }: { text: string }) => (
  <figure className="mb-6 rounded-control border-l-4 border-gold bg-sunken px-4 py-3">
    <figcaption className="flex items-center gap-2 text-sm font-medium">
      <MessageSquareText className="size-4 text-gold" />
      Feedback
    </figcaption>
    <p className="mt-1 max-w-prose whitespace-pre-line wrap-anywhere">{text}</p>
  </figure>
);

/** The questions of a finished attempt with the student's answers and the solutions. */
export const AnsweredQuestions = ({ attempt }: { attempt: QuizAttempt }) => (
  <div>
    {attempt.late && <LateNotice />}
    {isAwaitingMarks(attempt) && noModelAnswersYet}
    {attempt.remark !== null && attempt.remark !== '' && <Remark text={attempt.remark} />}
    <ol className="grid gap-8">
      {attempt.questions.map((question, index) => (
        <li key={question.id} className="min-w-0">
          <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
            <h3 className="max-w-prose min-w-0 text-base leading-snug font-semibold wrap-anywhere">
              <span className="text-muted tabular-nums">{index + 1}. </span>
              {question.question}
            </h3>
            {attempt.kind === 'mcq' ? <CorrectChip question={question} /> : <MarkChip question={question} />}
          </div>
          {attempt.kind === 'mcq' ? (
            <ChoiceAnswer question={question} />
          ) : (
            <WrittenAnswer question={question} />
          )}
        </li>
      ))}
    </ol>
  </div>
);
