import { updateAnswer } from '#contract/schemas/command-results.ts';
import type { EnrolledCourse } from '#contract/schemas/enrolments.ts';
import { type QuizKind, type TimedQuizAttempt, timedQuizAttempt } from '#contract/schemas/quizzes.ts';
import { ApiError } from '../../client/api/api-error.ts';
import { get } from '../../client/api/get.ts';
import { createIdempotencyKey } from '../../client/api/idempotency-keys.ts';
import { sendCommand } from '../../client/api/send-command.ts';
import { fetchCurrentToken } from '../../client/api/token.ts';

/**
 * An attempt, and how far the server's clock is ahead of `performance.now()` in this tab. Unlike `Date.now()`, `performance.now()` does not
 * jump if the device's clock is changed.
 */
export type AttemptWithClockOffset = { attempt: TimedQuizAttempt; clockOffsetMs: number };

/** The chosen option (its index) or the written text, by question id. Unanswered questions are missing. */
export type QuizAnswers = Readonly<Record<string, number | string>>;

/** Estimates the clock offset as NTP does: it assumes that the server read its clock halfway between request and response. */
const withClockOffset = async (request: () => Promise<TimedQuizAttempt>): Promise<AttemptWithClockOffset> => {
  // The time until the token arrives must not count as part of the request, which then finds the token ready.
  await fetchCurrentToken().catch((cause: unknown) => {
    if (cause instanceof ApiError) throw cause;
    // `request` describes all other errors.
  });
  const requestedAt = performance.now();
  const attempt = await request();
  return {
    attempt,
    clockOffsetMs: Date.parse(attempt.serverNow) - (requestedAt + performance.now()) / 2,
  };
};

/**
 * Starts a quiz, or returns the running one of this kind. Each call has its own idempotency key. With the key of an earlier call, the
 * server would return the attempt of that call, even if it has ended since.
 * @throws ApiError, for example with the code `course-not-started` or `no-questions`.
 */
export const startQuiz = (enrolment: EnrolledCourse, kind: QuizKind): Promise<AttemptWithClockOffset> =>
  withClockOffset(() =>
    sendCommand('POST', '/quizzes', timedQuizAttempt, {
      key: createIdempotencyKey(),
      body: { code: enrolment.course_code, kind, enrolmentId: enrolment._id },
    }),
  );

/** Fetches an attempt with its questions and its deadline. @throws ApiError */
export const fetchQuiz = (id: string, signal?: AbortSignal): Promise<AttemptWithClockOffset> =>
  withClockOffset(() => get(`/quizzes/${encodeURIComponent(id)}`, timedQuizAttempt, { signal }));

/** Short, because the caller retries. */
const submitTimeoutMs = 8_000;

/** Submits the answers and returns the result. If answers are submitted again, the first ones count. @throws ApiError */
export const submitQuiz = (id: string, answers: QuizAnswers): Promise<TimedQuizAttempt> =>
  sendCommand('POST', `/quizzes/${encodeURIComponent(id)}/answers`, timedQuizAttempt, {
    body: { answers },
    timeoutMs: submitTimeoutMs,
  });

/** The marks (0 to 10, by question id) of a written quiz, and the remark on them. */
export type Marking = { marks: Readonly<Record<string, number>>; remark: string };

/** Saves the marking of a written quiz. @throws ApiError, or an Error if nothing was saved because the student was removed. */
export const markQuiz = async (id: string, marking: Marking): Promise<void> => {
  const path = `/quizzes/${encodeURIComponent(id)}/marks`;
  const { matchedCount } = await sendCommand('PATCH', path, updateAnswer, { body: marking });
  if (matchedCount === 0) throw new Error('The student of this quiz was removed.');
};
