import { updateAnswer } from '#contract/answers.ts';
import type { EnrolledCourse } from '#contract/enrolments.ts';
import { type QuizKind, type TimedQuizAttempt, timedQuizAttempt } from '#contract/quizzes.ts';
import { act } from '../../client/api/act.ts';
import { get } from '../../client/api/get.ts';

/** An attempt, and how far the server's clock is ahead of this one's, in milliseconds. */
export type TimedAttempt = { attempt: TimedQuizAttempt; aheadMs: number };

/** What was chosen (an option's index) or written, by question id; what is left out is open. */
export type QuizAnswers = Readonly<Record<string, number | string>>;

/**
 * How far the server's clock is ahead: its time was taken somewhere between asking and the answer's arrival, the middle is
 * the best guess (as in NTP).
 */
const clocked = async (ask: () => Promise<TimedQuizAttempt>): Promise<TimedAttempt> => {
  const asked = Date.now();
  const attempt = await ask();
  return { attempt, aheadMs: Date.parse(attempt.serverNow) - (asked + Date.now()) / 2 };
};

/**
 * Starts a quiz of a course; while one of the kind runs, that one is answered. Each try has a key of its own: the stored
 * answer of an earlier one would tell the time as it was then.
 * @throws ApiError with the code `course-not-started` or `no-questions`, among others.
 */
export const startQuiz = (enrolment: EnrolledCourse, kind: QuizKind): Promise<TimedAttempt> =>
  clocked(() =>
    act('POST', '/quizzes', timedQuizAttempt, {
      key: crypto.randomUUID(),
      body: { code: enrolment.course_code, kind, enrolmentId: enrolment._id },
    }),
  );

/** One attempt, with the questions and what is left of the time. @throws ApiError */
export const readQuiz = (id: string, signal?: AbortSignal): Promise<TimedAttempt> =>
  clocked(() => get(`/quizzes/${encodeURIComponent(id)}`, timedQuizAttempt, signal ? { signal } : {}));

/** Ends an attempt with these answers; done twice, the first counts. Gives the result. @throws ApiError */
export const submitQuiz = (id: string, answers: QuizAnswers): Promise<TimedQuizAttempt> =>
  act('POST', `/quizzes/${encodeURIComponent(id)}/answers`, timedQuizAttempt, {
    body: { answers },
    timeoutMs: 8_000,
  });

/** Gives marks (0 to 10 by question id) and a remark to a written quiz. @throws ApiError */
export const markQuiz = (id: string, marks: Readonly<Record<string, number>>, remark: string) =>
  act('PATCH', `/quizzes/${encodeURIComponent(id)}/marks`, updateAnswer, { body: { marks, remark } });
