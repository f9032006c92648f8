import { expect, test } from 'vitest';
import { compareDifficulties, countDifficultySteps, parseDifficulty } from './difficulty.ts';

test('parses the number at the start of a difficulty, and counts the filled bars', () => {
  expect(parseDifficulty('7')).toBe(7);
  expect(parseDifficulty(' 8.5 out of 10')).toBe(8.5);
  expect(parseDifficulty('7,5/10')).toBe(7.5);
  expect(parseDifficulty('hard')).toBeNull();
  expect([countDifficultySteps(-3), countDifficultySteps(6.6), countDifficultySteps(400)]).toEqual([
    0, 7, 10,
  ]);
});

test('sorts difficulties by their numbers, those without a number first', () => {
  const sorted = ['10', '7.25 out of 10', 'hard', '7,5', '9'].toSorted(compareDifficulties);
  expect(sorted).toEqual(['hard', '7.25 out of 10', '7,5', '9', '10']);
});
