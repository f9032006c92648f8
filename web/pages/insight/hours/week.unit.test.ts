import { expect, test } from 'vitest';
import { busiestOf, levelOf, shareBetween, sumOf, weekOf } from './week.ts';

const week = weekOf(
  {
    timeZone: 'UTC',
    hours: [
      { weekday: 1, hour: 0, acts: 3, modules: 1 },
      { weekday: 7, hour: 23, acts: 9, modules: 2 },
      { weekday: 3, hour: 20, acts: 9, modules: 0 },
    ],
  },
  'acts',
);

test('every hour of a week has its place', () => {
  expect(week.map((day) => day.length)).toEqual(Array(7).fill(24));
  expect([week[0]?.[0], week[6]?.[23], week[2]?.[20], week[2]?.[21]]).toEqual([3, 9, 9, 0]);
  expect(sumOf(week.map(sumOf))).toBe(21);
});

test('the busiest hour is the first of those; in an empty week there is none', () => {
  expect(busiestOf(week)).toEqual({ weekday: 2, hour: 20, count: 9 });
  expect(busiestOf(weekOf({ timeZone: 'UTC', hours: [] }, 'modules'))).toBeNull();
  expect(shareBetween(week, 18, 24)).toEqual({ part: 18, whole: 21 });
});

test.each([
  [0, 9, 0],
  [1, 9, 1],
  [3, 9, 2],
  [9, 9, 4],
  [1, 1, 4],
])('%i of %i is drawn at level %i', (count, most, level) => expect(levelOf(count, most)).toBe(level));
