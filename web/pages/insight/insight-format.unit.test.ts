import { expect, test } from 'vitest';
import { formatExactShare, formatPeriod, formatPeriodShort, formatShare } from './insight-format.ts';

test.each([
  [0, 0, '–'],
  [0, 7, '0%'],
  [1, 1_000, '<1%'],
  [2, 3, '67%'],
  [999, 1_000, '>99%'],
  [5, 5, '100%'],
])('formats the share %i of %i', (part, whole, text) => expect(formatShare(part, whole)).toBe(text));

test('formats a share in percent with one decimal, without the percent sign', () => {
  expect(formatExactShare(2, 3)).toBe('66.7');
  expect(formatExactShare(0, 0)).toBe('–');
});

test('formats a period that is given by its first day', () => {
  expect(formatPeriod('2026-03-02', 'week')).toBe('Week of 2 March 2026');
  expect(formatPeriod('2026-03-01', 'month')).toBe('March 2026');
  expect(formatPeriodShort('2026-03-02', 'week')).toBe('2 Mar');
  expect(formatPeriodShort('2026-03-01', 'month')).toBe('Mar 26');
});
