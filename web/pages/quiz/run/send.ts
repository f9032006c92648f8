import type { TimedQuizAttempt } from '#contract/quizzes.ts';
import type { QuizAnswers } from '../../../domains/quizzes/acts.ts';

/** After so many tries, about two minutes, it is left to the person to try again. */
const tries = 30;
const longestPauseMs = 4_000;

type Surroundings = {
  after: (ms: number, then: () => void) => () => void;
  submit: (id: string, answers: QuizAnswers) => Promise<TimedQuizAttempt>;
  isPassing: (error: unknown) => boolean;
};

/**
 * Submits and, while the line is gone, submits again. Asked twice for the same attempt it is sent once: who asks second gets
 * the first one's answer. `onWait` is called when a try has failed that will be made again.
 */
export const sendUntilAnswered = ({ after, submit, isPassing }: Surroundings) => {
  const underWay = new Map<string, Promise<TimedQuizAttempt>>();
  const send = async (id: string, answers: QuizAnswers, onWait: () => void): Promise<TimedQuizAttempt> => {
    for (let tried = 1; ; tried++) {
      try {
        return await submit(id, answers);
      } catch (error) {
        if (!isPassing(error) || tried === tries) throw error;
        onWait();
        const pause = Math.min(500 * 2 ** (tried - 1), longestPauseMs);
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
