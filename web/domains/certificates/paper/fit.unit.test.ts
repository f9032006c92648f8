import { expect, test } from 'vitest';
import { largestThatFits } from './fit.ts';

test('text keeps the size that is meant as long as it fits', () => {
  expect(largestThatFits(() => true, 56, 16)).toBe(56);
});

test('what does not fit is made smaller, no more than it must', () => {
  const size = largestThatFits((tried) => tried <= 40, 56, 16);
  expect(size).toBeLessThanOrEqual(40);
  expect(size).toBeGreaterThan(37);
});

test('there is an end to it', () => {
  expect(largestThatFits(() => false, 56, 16)).toBe(16);
});
