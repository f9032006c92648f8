import { createHash } from 'node:crypto';
import type { QuizKind } from '#contract/schemas/quizzes.ts';
import type { QuestionBank } from './question.ts';

/**
 * Returns the ids of all questions of one kind. Their order depends on the attempt, so that students sitting side by side
 * usually see different questions first. The options of a question are never reordered: an index means the same in all attempts.
 */
export const orderQuestionIds = (bank: QuestionBank, kind: QuizKind, attemptId: string): string[] => {
  const questions = kind === 'mcq' ? bank.choice : bank.written;
  const sortKeys = questions.map(({ id }) => ({
    id,
    sortKey: createHash('sha256').update(`${attemptId} ${id}`).digest('hex'),
  }));
  return sortKeys.toSorted((a, b) => (a.sortKey < b.sortKey ? -1 : 1)).map(({ id }) => id);
};
