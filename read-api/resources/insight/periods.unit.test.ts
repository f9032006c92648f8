import { expect, test } from 'vitest';
import { listPeriodStarts, nextPeriodStart, periodStart } from './periods.ts';

test.each([
  ['2026-11-21', 'week', '2026-11-16', '2026-11-23'],
  ['2026-11-16', 'week', '2026-11-16', '2026-11-23'],
  ['2026-11-22', 'week', '2026-11-16', '2026-11-23'],
  ['2026-01-01', 'week', '2025-12-29', '2026-01-05'],
  ['2026-01-31', 'month', '2026-01-01', '2026-02-01'],
  ['2028-02-29', 'month', '2028-02-01', '2028-03-01'],
  ['2026-12-31', 'month', '2026-12-01', '2027-01-01'],
] as const)('finds the period of %s by %s', (day, by, start, next) => {
  expect(periodStart(day, by)).toBe(start);
  expect(nextPeriodStart(start, by)).toBe(next);
});

test('lists exactly the periods that overlap a span', () => {
  expect(listPeriodStarts('2026-01-31', '2026-03-01', 'month')).toEqual([
    '2026-01-01',
    '2026-02-01',
    '2026-03-01',
  ]);
  expect(listPeriodStarts('2026-01-31', '2026-02-02', 'week')).toEqual(['2026-01-26', '2026-02-02']);
  expect(listPeriodStarts('2026-01-31', '2026-01-31', 'month')).toEqual(['2026-01-01']);
});
