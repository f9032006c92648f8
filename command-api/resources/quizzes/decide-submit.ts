import type { QuizEvent } from '#events/catalogue/streams/quiz.ts';
import { problemError } from '#platform/problems.ts';
import { findChoiceQuestion } from '#quizzes/question-banks.ts';
import { correctlyAnsweredIds, maxScoreOf, type QuizAnswers } from '#quizzes/scoring.ts';
import { acceptsAnswers } from '#quizzes/time-limit.ts';
import type { QuizState } from '../../aggregates/quiz.ts';
import { type Actor, isOwn } from '../../authorization.ts';
import type { StreamDecision } from '../../command-handler/decision.ts';
import type { AttemptAnswer } from './decide-start.ts';

type Attempt = Extract<QuizState, { status: 'open' }>['attempt'];
type SubmittedAnswers = Readonly<Record<string, number | string | null>>;

/**
 * Ends an attempt with its first submission; later submissions are answered with its result. This is where the 60-second limit is enforced:
 * a late submission ends the attempt without answers.
 * @throws `not-found`, including for another student's attempt; `invalid-input`.
 */
export const submitQuiz = (
  command: { actor: Pick<Actor, 'id'>; answers: SubmittedAnswers; now: Date },
  quiz: QuizState,
): StreamDecision<QuizEvent, AttemptAnswer> => {
  if (quiz.status === 'unknown' || !isOwn(command.actor, quiz.attempt))
    throw problemError('not-found', 'There is no such quiz.');
  const { userId, courseId, attemptId, kind, questionIds, deadline } = quiz.attempt;
  const answer = { _id: attemptId };
  if (quiz.status === 'submitted') return { events: [], answer };
  const late = !acceptsAnswers(new Date(deadline), command.now);
  const answers = late ? {} : parseAnswers(quiz.attempt, command.answers);
  const right = kind === 'mcq' ? correctlyAnsweredIds(answers) : null;
  const data = {
    userId,
    courseId,
    attemptId,
    answers,
    late,
    right,
    score: right?.length ?? null,
    outOf: maxScoreOf(kind, questionIds.length),
  };
  return { events: [{ type: 'QuizFinished', data }], answer };
};

/** Returns the answers without unanswered questions. @throws `invalid-input`. */
const parseAnswers = ({ questionIds, kind }: Attempt, submitted: SubmittedAnswers): QuizAnswers => {
  const answers: Record<string, number | string> = {};
  for (const [id, answer] of Object.entries(submitted)) {
    if (!questionIds.includes(id)) throw invalidAnswerError(id, 'This question was not asked.');
    if (answer === null || answer === '') continue;
    if (kind === 'written' && typeof answer !== 'string')
      throw invalidAnswerError(id, 'Answer this question in words.');
    answers[id] = kind === 'mcq' ? parseOption(id, answer) : answer;
  }
  return answers;
};

/** Returns the index of an option. It may be sent as text. @throws `invalid-input`. */
const parseOption = (id: string, answer: number | string): number => {
  const index = typeof answer === 'string' && /^\d{1,2}$/.test(answer.trim()) ? Number(answer) : answer;
  if (typeof index !== 'number' || !findChoiceQuestion(id)?.options[index])
    throw invalidAnswerError(id, 'Choose one of the options by its index.');
  return index;
};

const invalidAnswerError = (id: string, message: string) =>
  problemError('invalid-input', message, [{ path: `answers.${id}`, message }]);
