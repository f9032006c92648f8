import type { QuizEvent } from '#events/catalogue/quiz.ts';
import type { QuizKind } from '#contract/quizzes.ts';
import { bankOf } from '#quizzes/banks.ts';
import { drawQuestions } from '#quizzes/draw.ts';
import { deadlineOf } from '#quizzes/times.ts';
import { problemError } from '#platform/problems.ts';
import type { Actor } from '../actor/actor.ts';
import { requireOwn } from '../actor/own.ts';
import type { Decided } from '../calls/decided.ts';
import type { CourseState } from '../courses/decide.ts';
import type { EnrolmentState } from '../enrolments/enrolment.ts';
import type { QuizState } from './quiz.ts';

/** The attempt that was meant to be the next has been there and is over: whoever looks again finds the next one. */
export class NewerAttempt extends Error {
  override name = 'NewerAttempt';
}

/** What commands answer: which attempt; it is shown as it stands when it is answered. */
export type AttemptAnswer = { _id: string };

type Learning = Exclude<EnrolmentState, { status: 'unknown' }>;

/** Quizzes are there once a course is started. @throws `course-not-started`, `conflict`, `forbidden`. */
const requireStarted = (actor: Pick<Actor, 'id'>, enrolment: EnrolmentState): Learning => {
  if (enrolment.status === 'unknown')
    throw problemError('course-not-started', 'Please start the course first.');
  requireOwn(actor, enrolment.userId);
  if (enrolment.status === 'left')
    throw problemError('conflict', 'You left this course. Enrol again and go on where you were.');
  if (!enrolment.started) throw problemError('course-not-started', 'Please start the course first.');
  return enrolment;
};

const isRunning = (quiz: QuizState, now: Date): boolean =>
  quiz.status === 'open' && now < new Date(quiz.attempt.deadline);

/**
 * While an attempt runs it is the answer, however often somebody starts; once it is over the next one begins.
 * @param states.latest the attempt before `next`, or one that never was.
 * @throws `course-not-started`, `conflict` after leaving, `no-questions`, `forbidden`; NewerAttempt.
 */
export const startQuiz = (
  command: { actor: Pick<Actor, 'id'>; attemptId: string; kind: QuizKind; now: Date },
  states: { enrolment: EnrolmentState; course: CourseState; latest: QuizState; next: QuizState },
): Decided<QuizEvent, AttemptAnswer> => {
  const { actor, attemptId, kind, now } = command;
  const { userId, courseId } = requireStarted(actor, states.enrolment);
  for (const quiz of [states.next, states.latest])
    if (quiz.status === 'open' && isRunning(quiz, now))
      return { events: [], answer: { _id: quiz.attempt.attemptId } };
  if (states.next.status !== 'unknown') throw new NewerAttempt('There is a newer attempt.');
  const bank = states.course.status === 'unknown' ? undefined : bankOf(states.course.facts.code);
  if (!bank) throw problemError('no-questions', 'No questions available for this course.');
  const data = {
    ...{ userId, courseId, attemptId, code: bank.code, kind },
    questionIds: drawQuestions(bank, kind, attemptId),
    deadline: deadlineOf(now).toISOString(),
  };
  return { events: [{ type: 'QuizStarted', data }], answer: { _id: attemptId } };
};
