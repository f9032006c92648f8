/**
 * The 60-second limit of quizzes. Only the server enforces it; clients show a countdown.
 *
 * - `command-api/resources/quizzes/decide-start.ts` sets the deadline.
 * - `command-api/resources/quizzes/decide-submit.ts` enforces it: answers after the deadline and the grace period do not count.
 * - `present-attempt.ts` shows the correct answers of an attempt without a submission only after it has expired.
 */
import { quizGraceSeconds, quizSeconds } from '#contract/schemas/quizzes.ts';

const addSeconds = (time: Date, seconds: number): Date => new Date(time.getTime() + seconds * 1000);

export const deadlineFromStart = (start: Date): Date => addSeconds(start, quizSeconds);
export const startFromDeadline = (deadline: Date): Date => addSeconds(deadline, -quizSeconds);

/**
 * Returns whether answers that arrive at `now` count. They count until the end of the grace period, which allows for slow
 * networks.
 */
export const acceptsAnswers = (deadline: Date, now: Date): boolean =>
  now <= addSeconds(deadline, quizGraceSeconds);

/**
 * How long after the deadline an attempt without a submission expires. It exceeds the grace period by seven seconds. If the clocks of
 * two servers differ by less than that, no server shows correct answers while another still accepts answers.
 */
const secondsUntilExpired = 10;

/** Returns whether an attempt without a submission has ended, so that its correct answers may be shown. */
export const hasExpired = (deadline: Date, now: Date): boolean =>
  now > addSeconds(deadline, secondsUntilExpired);
