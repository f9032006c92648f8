import { z } from 'zod';
import type { QuizAnswers } from '../../../domains/quizzes/acts.ts';

const storageKey = 'lyceum-quiz-answers';

const kept = z.object({
  attempt: z.string(),
  answers: z.record(z.string(), z.union([z.number(), z.string()])),
});

/** Remembers, in this tab alone, what has been answered in an attempt so far; the last attempt takes the place of others. */
export const keepAnswers = (attempt: string, answers: QuizAnswers): void => {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify({ attempt, answers }));
  } catch {
    // Storage is full or forbidden: the answers do not survive a reload, all else works.
  }
};

/** What had been answered in this attempt before the page was loaded anew. */
export const keptAnswers = (attempt: string): QuizAnswers => {
  try {
    const known = kept.safeParse(JSON.parse(sessionStorage.getItem(storageKey) ?? 'null'));
    return known.success && known.data.attempt === attempt ? known.data.answers : {};
  } catch {
    return {};
  }
};

export const forgetAnswers = (): void => {
  try {
    sessionStorage.removeItem(storageKey);
  } catch {
    // Nothing can have been kept.
  }
};
