import { expect, test } from 'vitest';
import {
  describeFilter,
  describeResult,
  formatDaysAgo,
  formatQuizzes,
  listInactivePeriods,
} from './roster-format.ts';

const now = Date.parse('2026-03-10T12:00:00Z');

test.each([
  ['2026-03-10T11:00:00Z', 'in the last 24 hours'],
  ['2026-03-10T12:00:01Z', 'in the last 24 hours'],
  ['2026-03-09T12:00:00Z', '1 day ago'],
  ['2026-02-26T11:00:00Z', '12 days ago'],
])('formats how long ago %s was as "%s"', (time, text) => {
  expect(formatDaysAgo(time, now)).toBe(text);
});

test('describes how many students were found, and which page is shown if there are several', () => {
  expect(describeResult(1, 1, 25)).toBe('1 student found');
  expect(describeResult(25, 1, 25)).toBe('25 students found');
  expect(describeResult(60, 2, 25)).toBe('60 students found, page 2 of 3');
});

test('describes which students a filter finds', () => {
  const all = { search: '', state: null, inactiveDays: null };
  expect(describeFilter(all)).toBe('All students');
  expect(describeFilter({ ...all, inactiveDays: 14 })).toBe('No activity for 14 days');
  expect(describeFilter({ search: 'ada', state: 'learning', inactiveDays: 1 })).toBe(
    'Learning, no activity for 1 day, found by “ada”',
  );
});

test('formats results of quizzes', () => {
  expect(formatQuizzes({ taken: 0, percent: null, waiting: 0 })).toBe('No quizzes');
  expect(formatQuizzes({ taken: 1, percent: null, waiting: 1 })).toBe('1 quiz');
  expect(formatQuizzes({ taken: 3, percent: 71.7, waiting: 0 })).toBe('72% in 3 quizzes');
});

test('offers the usual periods, and the period in the address', () => {
  expect(listInactivePeriods(null)).toEqual([7, 14, 30, 90]);
  expect(listInactivePeriods(30)).toEqual([7, 14, 30, 90]);
  expect(listInactivePeriods(21)).toEqual([7, 14, 21, 30, 90]);
});
