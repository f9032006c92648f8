import type { Course } from '#contract/courses.ts';

/** Difficulty is free text ('7', '7 out of 10', 'hard'); what counts is the number it begins with, null without one. */
export const difficultyOf = (text: string): number | null => {
  const found = /^\s*(\d+(?:[.,]\d+)?)/.exec(text);
  return found?.[1] === undefined ? null : Number(found[1].replace(',', '.'));
};

/** How many of ten steps are lit: 0 to 10. */
export const stepsOf = (difficulty: number): number => Math.max(0, Math.min(10, Math.round(difficulty)));

/** The most difficult first, those without a number last; equals keep their order. A new array. */
export const byDifficulty = (courses: readonly Course[]): Course[] =>
  courses.toSorted((a, b) => (difficultyOf(b.difficulty) ?? -1) - (difficultyOf(a.difficulty) ?? -1));
