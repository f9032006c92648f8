import { expect, test } from 'vitest';
import type { Course } from '#contract/courses.ts';
import { byDifficulty, difficultyOf, stepsOf } from './difficulty.ts';
import { nearestNames } from './nearest.ts';
import { durationInMonths, durationInYears, priceInDollars, priceInTaka } from './words.ts';

test('difficulty is the number that the text begins with', () => {
  expect(difficultyOf('7')).toBe(7);
  expect(difficultyOf(' 8.5 out of 10')).toBe(8.5);
  expect(difficultyOf('7,5/10')).toBe(7.5);
  expect(difficultyOf('hard')).toBeNull();
  expect([stepsOf(-3), stepsOf(6.6), stepsOf(400)]).toEqual([0, 7, 10]);
});

test('the most difficult comes first, without a number last, equals as they were', () => {
  const named = ['3', 'hard', '10', '3 of 10', '9'].map(
    (difficulty, at) => ({ _id: String(at), difficulty }) as Course,
  );
  expect(byDifficulty(named).map(({ _id }) => _id)).toEqual(['2', '4', '0', '3', '1']);
});

test('the nearest names survive a typing error', () => {
  const names = ['Linear Algebra', 'A History of Ideas', 'Power Electronics'];
  expect(nearestNames('algerba', names)[0]).toBe('Linear Algebra');
  expect(nearestNames('histroy', names)[0]).toBe('A History of Ideas');
  expect(nearestNames('electronics for quiet evenings', names)).toEqual(['Power Electronics']);
  expect(nearestNames('zzzz', names)).toEqual([]);
  expect(nearestNames('', names)).toEqual([]);
});

test('durations are in years unless the text has its own unit', () => {
  expect(durationInYears('1')).toBe('1 year');
  expect(durationInYears('3-4')).toBe('3-4 years');
  expect(durationInYears('18 months')).toBe('18 months');
});

test('prices are in dollars', () => {
  expect(priceInDollars(1200)).toBe('$1,200');
  expect(priceInDollars(49.5)).toBe('$49.50');
});

test('the start page has months and taka', () => {
  expect(['1', '3', '3-4', '1 year', '1-2 years', '18 months', 'a while'].map(durationInMonths)).toEqual([
    ...['1 month', '3 months', '3-4 months', '12 months', '12-24 months', '18 months', 'a while'],
  ]);
  expect([priceInTaka(1200), priceInTaka(49.5)]).toEqual(['৳1,200', '৳49.50']);
});
