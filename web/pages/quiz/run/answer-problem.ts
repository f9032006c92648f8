import { writtenAnswer } from '#contract/schemas/quizzes.ts';
import type { QuizAnswers } from '../../../domains/quizzes/quiz-actions.ts';

/** Returns why the server would refuse an answer, for example because of too many accents; null if it would accept it. */
export const findAnswerProblem = (answer: number | string | undefined): string | null =>
  typeof answer === 'string' ? (writtenAnswer.safeParse(answer).error?.issues[0]?.message ?? null) : null;

/** Returns the answers that the server accepts. If it refused one of the answers, it would refuse all of them. */
export const keepAcceptable = (answers: QuizAnswers): QuizAnswers =>
  Object.fromEntries(Object.entries(answers).filter(([, answer]) => findAnswerProblem(answer) === null));
