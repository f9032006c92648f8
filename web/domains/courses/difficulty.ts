/** Returns the number at the start of a difficulty, which is free text ('7', '7 out of 10', 'hard'); null if no number is there. */
export const parseDifficulty = (text: string): number | null => {
  const match = /^\s*(\d{1,15}(?:[.,]\d{1,15})?)/.exec(text);
  return match?.[1] === undefined ? null : Number(match[1].replace(',', '.'));
};

/** Compares two difficulties, the easier one first. Those that do not start with a number come before all others. */
export const compareDifficulties = (a: string, b: string): number =>
  (parseDifficulty(a) ?? -1) - (parseDifficulty(b) ?? -1);

/** Returns the number of filled bars in the difficulty meter: 0 to 10. */
export const countDifficultySteps = (difficulty: number): number =>
  Math.max(0, Math.min(10, Math.round(difficulty)));
