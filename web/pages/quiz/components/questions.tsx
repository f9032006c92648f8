import { maxAnswerLength, type QuizQuestion } from '#contract/schemas/quizzes.ts';
import { controlClasses } from '../../../ui/field.tsx';
import type { Running, TimeUp } from '../run/create-quiz-runner.ts';
import { quizRunner } from '../run/quiz-runner.ts';

const ChoiceQuestion = ({
  question,
  answer,
  onAnswer,
}: {
  question: QuizQuestion;
  answer: number | string | undefined;
  onAnswer: (index: number) => void;
}) => (
  <div className="mt-3 grid gap-2">
    {question.options?.map((option, index) => (
      <label
        key={option}
        className="flex min-h-11 cursor-pointer items-center gap-3 rounded-control border border-control bg-surface px-3 py-2 transition-colors not-has-disabled:hover:border-brand has-checked:border-brand has-checked:bg-brand-soft has-disabled:cursor-not-allowed has-disabled:opacity-60 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-brand"
      >
        <input
          type="radio"
          name={question.id}
          checked={answer === index}
          onChange={() => onAnswer(index)}
          className="size-4.5 shrink-0 scroll-mt-44 accent-brand outline-none"
        />
        <span className="min-w-0 wrap-anywhere">{option}</span>
      </label>
    ))}
  </div>
);

/** All five questions; disabled when they are submitted or the time is up. */
export const Questions = ({ run }: { run: Running | TimeUp }) => (
  <ol className="grid gap-8">
    {run.attempt.questions.map((question, index) => {
      const answer = run.answers[question.id];
      const name = `question-${question.id}`;
      return (
        <li key={question.id}>
          <fieldset disabled={run.status === 'time-up' || run.isSubmitting} className="min-w-0">
            <legend id={name} className="max-w-prose text-lg leading-snug font-semibold wrap-anywhere">
              <span className="text-muted tabular-nums">{index + 1}. </span>
              {question.question}
            </legend>
            {run.attempt.kind === 'mcq' ? (
              <ChoiceQuestion
                question={question}
                answer={answer}
                onAnswer={(chosen) => quizRunner.setAnswer(question.id, chosen)}
              />
            ) : (
              <textarea
                aria-labelledby={name}
                rows={3}
                maxLength={maxAnswerLength}
                value={answer ?? ''}
                onChange={({ target }) => quizRunner.setAnswer(question.id, target.value)}
                className={controlClasses('mt-3 scroll-mt-44 py-2.5')}
              />
            )}
          </fieldset>
        </li>
      );
    })}
  </ol>
);
