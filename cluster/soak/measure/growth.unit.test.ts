import { expect, test } from 'vitest';
import { findGrowth, levelsOf } from './growth.ts';

const limit = { ratio: 1.2, slack: 5 };
const series = (values: readonly number[]) => ({
  name: 'memory of read-api-1 (MB)',
  points: values.map((value, index) => ({ seconds: index * 10, value })),
});
const every = (count: number, valueAt: (index: number) => number) =>
  series(Array.from({ length: count }, (_, index) => valueAt(index)));

test('finds a series that grows steadily', () => {
  expect(
    findGrowth(
      every(120, (index) => 100 + 2 * index),
      limit,
    ),
  ).toBe('memory of read-api-1 (MB) grows: 234.0 in the middle, 324.0 at the end');
});

test.each([
  ['that stays the same', every(120, () => 100)],
  ['that rises while caches fill', every(120, (index) => (index < 60 ? 50 + index * 2.5 : 200))],
  ['with peaks that pass', every(120, (index) => (index % 7 === 0 ? 300 : 100))],
  ['that grows by less than the slack', every(120, (index) => 1 + index / 40)],
  ['that is too short', every(119, (index) => 100 * index)],
  ['without points', every(0, () => 0)],
])('accepts a series %s', (_, measured) => {
  expect(findGrowth(measured, limit)).toBeNull();
});

test('compares the level in the middle of the time with that at the end', () => {
  expect(levelsOf(every(120, (index) => index))).toEqual({ first: 67, last: 112 });
});
