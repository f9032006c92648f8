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
    // If the storage is full or blocked, the answers do not survive a reload.
  }
};

/** Returns the stored answers of an attempt. */
export const loadAnswers = (attempt: string): QuizAnswers => {
  try {
    const stored = storedAnswers.safeParse(JSON.parse(sessionStorage.getItem(storageKey) ?? 'null'));
    return stored.success && stored.data.attempt === attempt ? stored.data.answers : {};
  } catch {
    return {};
  }
};

export const clearAnswers = (): void => {
  try {
    sessionStorage.removeItem(storageKey);
  } catch {
    // The storage is blocked, so nothing was stored.
  }
};
