import { WifiOff } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { QuizAttempt } from '#contract/schemas/quizzes.ts';
import { ApiError } from '../../../client/api/api-error.ts';
import { FormError, RequestId } from '../../../client/api/form-error.tsx';
import { quizKindNames } from '../../../domains/quizzes/quiz-format.ts';
import { Button } from '../../../ui/button.tsx';
import { showMessage } from '../../../ui/popup.ts';
import type { Running, TimeUp } from '../run/create-quiz-runner.ts';
import { quizRunner } from '../run/quiz-runner.ts';
import { Questions } from './questions.tsx';
import { TimeBar } from './time-bar.tsx';

/** Shows the popup at the end of a quiz. The specification quotes its text, including the spelling mistake. */
const showResultPopup = ({ kind, score, outOf }: QuizAttempt, displayName: string): Promise<void> =>
  showMessage({
    tone: kind === 'mcq' ? 'success' : 'information',
    title: `Congratulaltions ${displayName} Quiz Completed!`,
    text:
      kind === 'mcq'
        ? `You scored ${score ?? 0} out of ${outOf}.`
        : 'Marks will be published later for the written quiz.',
  });

const describeProblem = (problem: unknown) =>
  problem instanceof ApiError ? problem.message : 'Something went wrong on this page. Try again.';

/** A running quiz, or one whose time is up. It takes the focus, before its first question. */
export const RunningQuiz = ({ run, displayName }: { run: Running | TimeUp; displayName: string }) => {
  const section = useRef<HTMLElement>(null);
  useEffect(() => section.current?.focus({ preventScroll: true }), []);
  const showResult = async (pending: ReturnType<typeof quizRunner.submit>) => {
    const result = await pending;
    if (result) await showResultPopup(result, displayName);
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
            {run.isOffline && (
              <>
                <WifiOff className="size-4 shrink-0" />
                You’re offline. We’ll send your answers when you reconnect.
              </>
            )}
          </p>
          <FormError text={run.problem === null ? null : 'Your answers could not be submitted.'}>
            <p>{run.problem !== null && describeProblem(run.problem)}</p>
            <RequestId error={run.problem} />
          </FormError>
          <Button
            working={run.status === 'running' && run.isSubmitting}
            disabled={run.status === 'time-up'}
            onClick={() => void showResult(quizRunner.submit())}
          >
            Submit Quiz
          </Button>
        </div>
      </div>
    </section>
  );
};
