import { expect, test } from 'vitest';
import { buildWeek, findBusiestHour, getColourLevel, sum, sumBetweenHours } from './week.ts';

const week = buildWeek(
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

test('fills all hours of a week', () => {
  expect(week.map((day) => day.length)).toEqual(Array(7).fill(24));
  expect([week[0]?.[0], week[6]?.[23], week[2]?.[20], week[2]?.[21]]).toEqual([3, 9, 9, 0]);
  expect(sum(week.map(sum))).toBe(21);
});

test('finds the first of the busiest hours, and none in an empty week', () => {
  expect(findBusiestHour(week)).toEqual({ dayIndex: 2, hour: 20, count: 9 });
  expect(findBusiestHour(buildWeek({ timeZone: 'UTC', hours: [] }, 'modules'))).toBeNull();
});

test('sums the counts of the evening and of the whole week', () => {
  expect(sumBetweenHours(week, 18, 24)).toEqual({ part: 18, whole: 21 });
});

test.each([
  [0, 9, 0],
  [1, 9, 1],
  [3, 9, 2],
  [9, 9, 4],
  [1, 1, 4],
])('gives a count of %i, with %i as the highest, the colour level %i', (count, max, level) =>
  expect(getColourLevel(count, max)).toBe(level),
);
