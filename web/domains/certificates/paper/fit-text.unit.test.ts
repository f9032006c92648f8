import { expect, test } from 'vitest';
import { findLargestFittingSize } from './fit-text.ts';

test('keeps the preferred size if it fits', () => {
  expect(findLargestFittingSize(() => true, 56, 16)).toBe(56);
});

test('reduces the size no more than necessary', () => {
  const size = findLargestFittingSize((candidate) => candidate <= 40, 56, 16);
  // The size decreases in steps of 6 %.
  expect(size).toBeLessThanOrEqual(40);
  expect(size).toBeGreaterThan(37);
});

test('stops at the smallest size', () => {
  expect(findLargestFittingSize(() => false, 56, 16)).toBe(16);
});
