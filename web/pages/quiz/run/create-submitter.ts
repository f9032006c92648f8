import { backoffMs } from '#concurrency/backoff-ms.ts';
import type { TimedQuizAttempt } from '#contract/schemas/quizzes.ts';
import type { QuizAnswers } from '../../../domains/quizzes/quiz-actions.ts';

/** After this many tries, with delays of almost two minutes in total, the user must retry. */
const maxTries = 30;
const retryBackoff = { firstMs: 500, maxMs: 4_000 };

type SubmitDependencies = {
  /** Calls `then` after a delay. */
  after: (ms: number, then: () => void) => unknown;
  submit: (id: string, answers: QuizAnswers) => Promise<TimedQuizAttempt>;
  isTransient: (error: unknown) => boolean;
};

/**
 * Creates a function that submits a quiz attempt and retries transient failures with backoff. Concurrent calls for one attempt
 * share one submission; only the `onWait` of the first call is called, before the delay of each retry. The promise rejects with a permanent failure at once, and with a
 * transient one after the last try.
 */
export const createSubmitter = ({ after, submit, isTransient }: SubmitDependencies) => {
  const inFlight = new Map<string, Promise<TimedQuizAttempt>>();
  const send = async (id: string, answers: QuizAnswers, onWait: () => void): Promise<TimedQuizAttempt> => {
    for (let tries = 1; ; tries += 1) {
      try {
        return await submit(id, answers);
      } catch (error) {
        if (!isTransient(error) || tries === maxTries) throw error;
        onWait();
        const delayMs = backoffMs(tries - 1, retryBackoff);
        await new Promise<void>((resolve) => void after(delayMs, resolve));
      }
    }
  };
  return (id: string, answers: QuizAnswers, onWait: () => void): Promise<TimedQuizAttempt> => {
    const running = inFlight.get(id);
    if (running) return running;
    const submission = send(id, answers, onWait).finally(() => inFlight.delete(id));
    inFlight.set(id, submission);
    return submission;
  };
};
