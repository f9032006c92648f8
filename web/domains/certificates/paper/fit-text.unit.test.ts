import { expect, test } from 'vitest';
import { largestFittingSize } from './fit-text.ts';

test('keeps the preferred size if it fits', () => {
  expect(largestFittingSize(() => true, 56, 16)).toBe(56);
});

test('reduces the size no more than necessary', () => {
  const size = largestFittingSize((candidate) => candidate <= 40, 56, 16);
  // The size decreases in steps of 6 %.
  expect(size).toBeLessThanOrEqual(40);
  expect(size).toBeGreaterThan(37);
});

test('stops at the smallest size', () => {
  expect(largestFittingSize(() => false, 56, 16)).toBe(16);
});
