import { quizGraceSeconds, quizSeconds } from '#contract/quizzes.ts';

const seconds = (count: number) => count * 1000;

/** Until when an attempt that starts now may be answered. */
export const deadlineOf = (now: Date): Date => new Date(now.getTime() + seconds(quizSeconds));
export const startOf = (deadline: Date): Date => new Date(deadline.getTime() - seconds(quizSeconds));

/** Whether answers that arrive now still count: a submission on its way when the time runs out does. */
export const takesAnswers = (deadline: Date, now: Date): boolean =>
  now.getTime() <= deadline.getTime() + seconds(quizGraceSeconds);

/** Longer than answers are taken, by more than the clocks of two servers may differ: who has read the answers here is refused there. */
const secondsUntilAnswersAreShown = 10;

/** Whether an attempt that nobody submitted has ended, so that its right answers may be shown. */
export const hasRunOut = (deadline: Date, now: Date): boolean =>
  now.getTime() > deadline.getTime() + seconds(secondsUntilAnswersAreShown);
