import type { QuizEvent } from '#events/catalogue/quiz.ts';
import { outOfFor, type QuizAnswers, rightlyAnswered } from '#quizzes/attempt.ts';
import { choiceQuestion } from '#quizzes/banks.ts';
import { takesAnswers } from '#quizzes/times.ts';
import { problemError } from '#platform/problems.ts';
import type { Actor } from '../actor/actor.ts';
import { requireOwn } from '../actor/own.ts';
import type { Decided } from '../calls/decided.ts';
import type { QuizState } from './quiz.ts';
import type { AttemptAnswer } from './start.ts';

type Attempt = Extract<QuizState, { status: 'open' }>['attempt'];
type Sent = Readonly<Record<string, number | string | null>>;

const wrong = (id: string, message: string) =>
  problemError('invalid-input', message, [{ path: `answers.${id}`, message }]);

/** The index of one of the question's options; numbers may come as text. @throws `invalid-input`. */
const optionChosen = (id: string, answer: number | string): number => {
  const index = typeof answer === 'string' && /^\d{1,2}$/.test(answer.trim()) ? Number(answer) : answer;
  if (typeof index !== 'number' || !choiceQuestion(id)?.options[index])
    throw wrong(id, 'Choose one of the options by its index.');
  return index;
};

/** What was answered, without what was left open. @throws `invalid-input`. */
const answersTo = ({ questionIds, kind }: Attempt, sent: Sent): QuizAnswers => {
  const given: Record<string, number | string> = {};
  for (const [id, answer] of Object.entries(sent)) {
    if (!questionIds.includes(id)) throw wrong(id, 'This question was not asked.');
    if (answer === null || answer === '') continue;
    if (kind === 'written' && typeof answer !== 'string') throw wrong(id, 'Answer this question in words.');
    given[id] = kind === 'mcq' ? optionChosen(id, answer) : answer;
  }
  return given;
};

/**
 * The first submission ends the attempt, and every later one gets its result. One that comes after the time is up ends it
 * with no answers: what it brings may have been written at leisure.
 * @throws `not-found`, `forbidden`, `invalid-input`.
 */
export const submitQuiz = (
  command: { actor: Pick<Actor, 'id'>; answers: Sent; now: Date },
  quiz: QuizState,
): Decided<QuizEvent, AttemptAnswer> => {
  if (quiz.status === 'unknown') throw problemError('not-found', 'There is no such quiz.');
  const { userId, courseId, attemptId, kind, questionIds, deadline } = quiz.attempt;
  requireOwn(command.actor, userId);
  const answer = { _id: attemptId };
  if (quiz.status === 'submitted') return { events: [], answer };
  const late = !takesAnswers(new Date(deadline), command.now);
  const answers = late ? {} : answersTo(quiz.attempt, command.answers);
  const right = kind === 'mcq' ? rightlyAnswered(answers) : null;
  const data = {
    ...{ userId, courseId, attemptId, answers, late, right },
    score: right?.length ?? null,
    outOf: outOfFor(kind, questionIds.length),
  };
  return { events: [{ type: 'QuizFinished', data }], answer };
};
