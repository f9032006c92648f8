import { useAtomValue } from 'jotai';
import { WifiOff } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';
import { maxAnswerLength, type QuizAttempt, type QuizQuestion } from '#contract/schemas/quizzes.ts';
import { ApiError } from '../../../client/api/api-error.ts';
import { FormError, RequestId } from '../../../client/api/form-error.tsx';
import { connectionAtom } from '../../../client/connection.ts';
import { quizKindNames } from '../../../domains/quizzes/quiz-format.ts';
import { Button } from '../../../ui/button.tsx';
import { controlClasses } from '../../../ui/field.tsx';
import { showMessage } from '../../../ui/popup.ts';
import { findAnswerProblem } from '../run/answer-problem.ts';
import type { Running, TimeUp } from '../run/create-quiz-runner.ts';
import { quizRunner } from '../run/quiz-runner.ts';
import { TimeBar } from './time-bar.tsx';

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

const WrittenQuestion = ({
  labelId,
  answer,
  onAnswer,
}: {
  labelId: string;
  answer: number | string | undefined;
  onAnswer: (text: string) => void;
}) => {
  const problemId = useId();
  const problem = findAnswerProblem(answer);
  return (
    <>
      <textarea
        aria-labelledby={labelId}
        aria-invalid={problem !== null || undefined}
        aria-describedby={problem === null ? undefined : problemId}
        rows={3}
        maxLength={maxAnswerLength}
        value={answer ?? ''}
        onChange={({ target }) => onAnswer(target.value)}
        className={controlClasses('mt-3 scroll-mt-44 py-2.5')}
      />
      <div aria-live="polite" className="text-sm text-bad">
        {problem !== null && <p id={problemId}>{problem}</p>}
      </div>
    </>
  );
};

/** All five questions. They are disabled while the answers are submitted and when the time is up. */
const Questions = ({ run }: { run: Running | TimeUp }) => (
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
              <WrittenQuestion
                labelId={name}
                answer={answer}
                onAnswer={(text) => quizRunner.setAnswer(question.id, text)}
              />
            )}
          </fieldset>
        </li>
      );
    })}
  </ol>
);

/** Shows the popup at the end of a quiz. */
const showResultPopup = ({ kind, score, outOf }: QuizAttempt, displayName: string): Promise<void> =>
  showMessage({
    tone: kind === 'mcq' ? 'good' : 'info',
    // The specification quotes this text, including the spelling mistake in its first word.
    title: `Congratulaltions ${displayName} Quiz Completed!`,
    text:
      kind === 'mcq'
        ? `You scored ${score ?? 0} out of ${outOf}.`
        : 'Marks will be published later for the written quiz.',
  });

const describeProblem = (problem: unknown) =>
  problem instanceof ApiError ? problem.message : 'Something went wrong on this page. Try again.';

/** A running quiz, or one whose time is up. It takes the focus, so that Tab leads to its first question. */
export const RunningQuiz = ({ run, displayName }: { run: Running | TimeUp; displayName: string }) => {
  const section = useRef<HTMLElement>(null);
  const isOffline = useAtomValue(connectionAtom) === 'offline';
  useEffect(() => section.current?.focus({ preventScroll: true }), []);
  const showResult = async (pending: ReturnType<typeof quizRunner.submit>) => {
    const result = await pending;
    if (result) await showResultPopup(result, displayName);
  };
  const submit = () => {
    const invalid = section.current?.querySelector<HTMLElement>('textarea[aria-invalid]');
    if (invalid) invalid.focus();
    else void showResult(quizRunner.submit());
  };
  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-label={quizKindNames[run.attempt.kind]}
      className="outline-none lg:mt-8 lg:grid lg:grid-cols-[1fr_17rem] lg:gap-x-12"
    >
      <TimeBar run={run} onView={() => void showResult(quizRunner.viewResult())} />
      <div className="mt-8 min-w-0 max-w-3xl lg:mt-0">
        <Questions run={run} />
        <div className="mt-8 grid justify-items-start gap-4">
          <p role="status" className="flex items-center gap-2 text-sm font-medium text-warning empty:hidden">
            {run.isRetrying && (
              <>
                {isOffline && <WifiOff className="size-4 shrink-0" />}
                {isOffline
                  ? 'You’re offline. We’ll send your answers when you reconnect.'
                  : 'Your answers could not be sent yet. We’ll keep trying.'}
              </>
            )}
          </p>
          <FormError text={run.problem === null ? null : 'Your answers could not be submitted.'}>
            <p>{run.problem !== null && describeProblem(run.problem)}</p>
            <RequestId error={run.problem} />
          </FormError>
          <Button
            isWorking={run.status === 'running' && run.isSubmitting}
            disabled={run.status === 'time-up'}
            onClick={submit}
          >
            Submit Quiz
          </Button>
        </div>
      </div>
    </section>
  );
};
