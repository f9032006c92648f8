import { afterEach, expect, test, vi } from 'vitest';
import { backoffMs } from './backoff-ms.ts';

afterEach(() => vi.restoreAllMocks());

test('doubles the delay with each attempt, up to the maximum', () => {
  const delays = [0, 1, 2, 3, 4, 5].map((attempt) => backoffMs(attempt, { firstMs: 50, maxMs: 1_000 }));
  expect(delays).toEqual([50, 100, 200, 400, 800, 1_000]);
});

test('stays at the maximum however many attempts have failed', () => {
  for (const attempt of [30, 2_000, Number.MAX_SAFE_INTEGER])
    expect(backoffMs(attempt, { firstMs: 50, maxMs: 1_000 })).toBe(1_000);
});

test.each([
  [0, 800, 800],
  [0.25, 600, 800],
  [0.5, 400, 800],
  [1, 0, 800],
])(
  'with a jitter of %f, shortens a delay of 800 ms to between %f and %f ms',
  (jitter, shortestMs, longestMs) => {
    const random = vi.spyOn(Math, 'random');
    const delayFor = (randomNumber: number) => {
      random.mockReturnValue(randomNumber);
      return backoffMs(3, { firstMs: 100, maxMs: 1_000, jitter });
    };
    expect(delayFor(0)).toBe(longestMs);
    expect(delayFor(1)).toBeCloseTo(shortestMs);
  },
);
