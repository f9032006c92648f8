import { createHash } from 'node:crypto';
import type { QuizKind } from '#contract/quizzes.ts';
import type { Bank } from './question.ts';

/**
 * The questions of an attempt: all of their kind, in an order of the attempt's own, so that who sits beside has another
 * one first. Options keep the bank's order: an index means the same in every attempt, event and statistic.
 */
export const drawQuestions = (bank: Bank, kind: QuizKind, attemptId: string): string[] => {
  const questions = kind === 'mcq' ? bank.choice : bank.written;
  const places = questions.map(({ id }) => ({
    id,
    place: createHash('sha256').update(`${attemptId} ${id}`).digest('hex'),
  }));
  return places.toSorted((a, b) => (a.place < b.place ? -1 : 1)).map(({ id }) => id);
};
