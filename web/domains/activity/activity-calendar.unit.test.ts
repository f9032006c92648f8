import { expect, test } from 'vitest';
import {
  buildCalendarWeeks,
  calendarWeekCount,
  computeActivityStreaks,
  countActivities,
  formatLocalDate,
  summarizeActivityByMonth,
} from './activity-calendar.ts';
import { describeDay, formatActivityCounts } from './activity-format.ts';

const day = (date: string, total = 1) => ({ date, total, kinds: { note: total } });

test('ends the calendar today and starts its weeks on Monday', () => {
  const weeks = buildCalendarWeeks('2026-03-04', []);
  expect(weeks).toHaveLength(calendarWeekCount);
  expect(weeks.every((week) => week.length === 7)).toBe(true);
  expect(weeks.at(-1)?.map((day) => day?.date ?? null)).toEqual([
    '2026-03-02',
    '2026-03-03',
    '2026-03-04',
    null,
    null,
    null,
    null,
  ]);
  expect(weeks[0]?.[0]?.date).toBe('2025-03-03');
  const dates = weeks.flat().flatMap((day) => day?.date ?? []);
  expect(new Set(dates).size).toBe(52 * 7 + 3);
  // No day is missing or duplicated when the clocks or the year change.
  expect(dates).toEqual(dates.toSorted());
});

test('gives each active day a level, and ignores days outside the calendar', () => {
  const days = [
    day('2024-01-01'),
    day('2026-02-28', 1),
    day('2026-03-01', 3),
    day('2026-03-02', 6),
    day('2026-03-04', 7),
  ];
  const calendarDays = buildCalendarWeeks('2026-03-04', days).flat();
  const levels = calendarDays.flatMap((day) => (day && day.total > 0 ? [[day.date, day.level]] : []));
  expect(levels).toEqual([
    ['2026-02-28', 1],
    ['2026-03-01', 2],
    ['2026-03-02', 3],
    ['2026-03-04', 4],
  ]);
});

test('counts a streak that ended yesterday as current, because today is not over', () => {
  const streaksOn = (today: string, ...dates: string[]) =>
    computeActivityStreaks(
      buildCalendarWeeks(
        today,
        dates.map((date) => day(date)),
      ),
    );
  expect(streaksOn('2026-03-04')).toEqual({ longest: 0, current: 0 });
  expect(streaksOn('2026-03-04', '2026-02-26', '2026-02-27', '2026-02-28', '2026-03-03')).toEqual({
    longest: 3,
    current: 1,
  });
  expect(streaksOn('2026-03-04', '2026-03-03', '2026-03-04')).toEqual({ longest: 2, current: 2 });
  expect(streaksOn('2026-03-04', '2026-03-02').current).toBe(0);
});

test('sums the activity of each month, newest first', () => {
  const days = [
    day('2026-01-31', 2),
    day('2026-02-01'),
    { date: '2026-02-03', total: 3, kinds: { module: 1, note: 2 } },
  ];
  expect(summarizeActivityByMonth(buildCalendarWeeks('2026-03-04', days))).toEqual([
    { month: '2026-02', days: 2, total: 4, kinds: { note: 3, module: 1 } },
    { month: '2026-01', days: 1, total: 2, kinds: { note: 2 } },
  ]);
  expect(countActivities(days, 'note')).toBe(5);
  expect(countActivities(days, 'quiz')).toBe(0);
});

test('formats activity counts, days and local dates', () => {
  expect(formatActivityCounts({ note: 1, module: 2 })).toBe('2 modules completed, 1 note');
  expect(describeDay(day('2026-03-04', 2))).toBe('Wednesday 4 March 2026: 2 notes');
  expect(describeDay({ date: '2026-03-04', total: 0, kinds: {} })).toBe(
    'Wednesday 4 March 2026: no activity',
  );
  expect(formatLocalDate(new Date(2026, 2, 4, 23, 59))).toBe('2026-03-04');
  expect(formatLocalDate(new Date(2026, 0, 5, 0, 30))).toBe('2026-01-05');
});
