import type { Course } from '#contract/schemas/courses.ts';

/** Returns the number at the start of a difficulty, which is free text ('7', '7 out of 10', 'hard'), or null. */
export const parseDifficulty = (text: string): number | null => {
  const match = /^\s*(\d+(?:[.,]\d+)?)/.exec(text);
  return match?.[1] === undefined ? null : Number(match[1].replace(',', '.'));
};

/** The number of filled bars in the difficulty meter: 0 to 10. */
export const difficultySteps = (difficulty: number): number =>
  Math.max(0, Math.min(10, Math.round(difficulty)));

/** Sorts the most difficult courses first and those without a number last. The sort is stable. */
export const sortByDifficulty = (courses: readonly Course[]): Course[] =>
  courses.toSorted((a, b) => (parseDifficulty(b.difficulty) ?? -1) - (parseDifficulty(a.difficulty) ?? -1));
