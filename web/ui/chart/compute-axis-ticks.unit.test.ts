import { expect, test } from 'vitest';
import { computeAxisTicks } from './compute-axis-ticks.ts';

test.each([
  [0, [0, 1, 2, 3, 4]],
  [4, [0, 1, 2, 3, 4]],
  [5, [0, 2, 4, 6, 8]],
  [17, [0, 5, 10, 15, 20]],
  [25, [0, 10, 20, 30, 40]],
  [81, [0, 50, 100, 150, 200]],
  [4_000, [0, 1_000, 2_000, 3_000, 4_000]],
])('returns five round ticks, up to at least %i', (max, ticks) =>
  expect(computeAxisTicks(max)).toEqual(ticks),
);
