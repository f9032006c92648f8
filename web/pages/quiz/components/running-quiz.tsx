import { WifiOff } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { ApiError } from '../../../client/api/api-error.ts';
import { kindNames } from '../../../domains/quizzes/words.ts';
import { Button } from '../../../ui/button.tsx';
import { FormFailure, RequestId } from '../../../client/api/form-failure.tsx';
import type { Running, TimeUp } from '../run/runner.ts';
import { runner } from '../run/this-tab.ts';
import { Questions } from './questions.tsx';
import { tellResult } from './tell-result.ts';
import { TimeBar } from './time-bar.tsx';

const sentenceOf = (problem: unknown) =>
  problem instanceof ApiError ? problem.message : 'Something unexpected happened in this page.';

/** A quiz whose time runs, or has just run out. The focus begins before its first question. */
export const RunningQuiz = ({ run, displayName }: { run: Running | TimeUp; displayName: string }) => {
  const whole = useRef<HTMLElement>(null);
  useEffect(() => whole.current?.focus({ preventScroll: true }), []);
  const show = async (asked: ReturnType<typeof runner.submit>) => {
    const result = await asked;
    if (result) await tellResult(result, displayName);
  };
  return (
    <section
      ref={whole}
      tabIndex={-1}
      aria-label={kindNames[run.attempt.kind]}
      className="outline-none lg:mt-8 lg:grid lg:grid-cols-[1fr_17rem] lg:gap-x-12"
    >
      <TimeBar run={run} onView={() => void show(runner.view())} />
      <div className="mt-8 min-w-0 max-w-3xl lg:mt-0">
        <Questions run={run} />
        <div className="mt-8 grid justify-items-start gap-4">
          <p role="status" className="flex items-center gap-2 text-sm font-medium text-warning empty:hidden">
            {run.waits && (
              <>
                <WifiOff className="size-4 shrink-0" aria-hidden="true" />
                The server cannot be reached. Your answers are sent as soon as the line is back.
              </>
            )}
          </p>
          <FormFailure text={run.problem === null ? null : 'Your answers could not be submitted.'}>
            <p>{run.problem !== null && sentenceOf(run.problem)}</p>
            <RequestId error={run.problem} />
          </FormFailure>
          <Button
            working={run.is === 'running' && run.sending}
            disabled={run.is === 'time-up'}
            onClick={() => void show(runner.submit())}
          >
            Submit Quiz
          </Button>
        </div>
      </div>
    </section>
  );
};
