import { expect, test } from 'vitest';
import type { Course } from '#contract/schemas/courses.ts';
import { difficultySteps, parseDifficulty, sortByDifficulty } from './difficulty.ts';

test('parses the number at the start of a difficulty', () => {
  expect(parseDifficulty('7')).toBe(7);
  expect(parseDifficulty(' 8.5 out of 10')).toBe(8.5);
  expect(parseDifficulty('7,5/10')).toBe(7.5);
  expect(parseDifficulty('hard')).toBeNull();
  expect([difficultySteps(-3), difficultySteps(6.6), difficultySteps(400)]).toEqual([0, 7, 10]);
});

test('sorts the most difficult first, those without a number last, and is stable', () => {
  const courses = ['3', 'hard', '10', '3 of 10', '9'].map(
    (difficulty, index) => ({ _id: String(index), difficulty }) as Course,
  );
  expect(sortByDifficulty(courses).map(({ _id }) => _id)).toEqual(['2', '4', '0', '3', '1']);
});
