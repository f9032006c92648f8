import { expect, test } from 'vitest';
import { findGrowth, levelsOf } from './growth.ts';

const limit = { ratio: 1.2, slack: 5 };
const series = (values: readonly number[]) => ({
  name: 'memory of read-api-1 (MB)',
  points: values.map((value, index) => ({ seconds: index * 10, value })),
});
const every = (count: number, valueAt: (index: number) => number) =>
  series(Array.from({ length: count }, (_, index) => valueAt(index)));

test('finds a level that grows steadily', () => {
  expect(
    findGrowth(
      every(60, (index) => 100 + 2 * index),
      limit,
    ),
  ).toBe('memory of read-api-1 (MB) grows: 167.0 in the middle, 211.0 at the end');
});

test.each([
  ['that stays', every(60, () => 100)],
  ['that rises while caches fill', every(60, (index) => (index < 30 ? 50 + index * 5 : 200))],
  ['with peaks that pass', every(60, (index) => (index % 7 === 0 ? 300 : 100))],
  ['that grows by less than the slack', every(60, (index) => 1 + index / 20)],
  ['that is too short', every(59, (index) => 100 * index)],
])('accepts a level %s', (_, measured) => {
  expect(findGrowth(measured, limit)).toBeNull();
});

test('compares the level in the middle of the time with that at the end', () => {
  expect(levelsOf(every(60, (index) => index))).toEqual({ first: 33.5, last: 55.5 });
});
