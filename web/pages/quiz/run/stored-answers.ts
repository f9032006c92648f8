import { z } from 'zod';
import type { QuizAnswers } from '../../../domains/quizzes/quiz-actions.ts';

const storageKey = 'lyceum-quiz-answers';

const storedAnswers = z.object({
  attempt: z.string(),
  answers: z.record(z.string(), z.union([z.number(), z.string()])),
});

/** Stores the answers of the current attempt for this tab, so that they survive a reload. */
export const storeAnswers = (attempt: string, answers: QuizAnswers): void => {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify({ attempt, answers }));
  } catch {
    // Storage is full or forbidden: the answers do not survive a reload, all else works.
  }
};

/** Returns the stored answers of an attempt. */
export const loadAnswers = (attempt: string): QuizAnswers => {
  try {
    const known = storedAnswers.safeParse(JSON.parse(sessionStorage.getItem(storageKey) ?? 'null'));
    return known.success && known.data.attempt === attempt ? known.data.answers : {};
  } catch {
    return {};
  }
};

export const clearAnswers = (): void => {
  try {
    sessionStorage.removeItem(storageKey);
  } catch {
    // Nothing can have been kept.
  }
};
