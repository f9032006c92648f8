import type { TimedQuizAttempt } from '#contract/schemas/quizzes.ts';
import type { QuizAnswers } from '../../../domains/quizzes/quiz-actions.ts';

/** After this many tries, about two minutes, the user must retry. */
const maxTries = 30;
const maxDelayMs = 4_000;

type SubmitDependencies = {
  after: (ms: number, then: () => void) => () => void;
  submit: (id: string, answers: QuizAnswers) => Promise<TimedQuizAttempt>;
  isTransient: (error: unknown) => boolean;
};

/**
 * Creates a function that submits an attempt and retries transient failures with backoff. Concurrent calls for one attempt share one
 * submission. `onWait` is called before each retry.
 */
export const createSubmitter = ({ after, submit, isTransient }: SubmitDependencies) => {
  const underWay = new Map<string, Promise<TimedQuizAttempt>>();
  const send = async (id: string, answers: QuizAnswers, onWait: () => void): Promise<TimedQuizAttempt> => {
    for (let tried = 1; ; tried++) {
      try {
        return await submit(id, answers);
      } catch (error) {
        if (!isTransient(error) || tried === maxTries) throw error;
        onWait();
        const pause = Math.min(500 * 2 ** (tried - 1), maxDelayMs);
        await new Promise<void>((resolve) => void after(pause, resolve));
      }
    }
  };
  return (id: string, answers: QuizAnswers, onWait: () => void): Promise<TimedQuizAttempt> => {
    const known = underWay.get(id);
    if (known) return known;
    const sending = send(id, answers, onWait).finally(() => underWay.delete(id));
    underWay.set(id, sending);
    return sending;
  };
};
