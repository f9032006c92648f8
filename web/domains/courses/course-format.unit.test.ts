import { expect, test } from 'vitest';
import { formatDollars, formatDurationInMonths, formatDurationInYears, formatTaka } from './course-format.ts';

test('formats durations in years, unless they have their own unit', () => {
  expect(formatDurationInYears('1')).toBe('1 year');
  expect(formatDurationInYears('3-4')).toBe('3-4 years');
  expect(formatDurationInYears('18 months')).toBe('18 months');
});

test('formats prices in dollars', () => {
  expect(formatDollars(1200)).toBe('$1,200');
  expect(formatDollars(49.5)).toBe('$49.50');
});

test('formats durations in months and prices in taka', () => {
  expect(
    ['1', '3', '3-4', '1 year', '1-2 years', '18 months', 'a while'].map(formatDurationInMonths),
  ).toEqual([...['1 month', '3 months', '3-4 months', '12 months', '12-24 months', '18 months', 'a while']]);
  expect([formatTaka(1200), formatTaka(49.5)]).toEqual(['৳1,200', '৳49.50']);
});
