import { expect, test } from 'vitest';
import { daySentence, kindsInWords } from './words.ts';
import { localDate, monthsOf, runsOf, totalOf, weeksShown, weeksUntil } from './year.ts';

const day = (date: string, total = 1) => ({ date, total, kinds: { note: total } });

test('the map ends with today, and its weeks begin with Monday', () => {
  const weeks = weeksUntil('2026-03-04', []);
  expect(weeks).toHaveLength(weeksShown);
  expect(weeks.every((week) => week.length === 7)).toBe(true);
  expect(weeks.at(-1)?.map((one) => one?.date ?? null)).toEqual([
    ...['2026-03-02', '2026-03-03', '2026-03-04'],
    ...[null, null, null, null],
  ]);
  expect(weeks[0]?.[0]?.date).toBe('2025-03-03');
  const dates = weeks.flat().flatMap((one) => one?.date ?? []);
  expect(new Set(dates).size).toBe(52 * 7 + 3);
  // No day is lost or doubled where clocks change or a year ends.
  expect(dates).toEqual(dates.toSorted());
});

test('days have their acts and a level; those outside of the map are not shown', () => {
  const days = [
    day('2024-01-01'),
    day('2026-02-28', 1),
    day('2026-03-01', 3),
    day('2026-03-02', 6),
    day('2026-03-04', 7),
  ];
  const shown = weeksUntil('2026-03-04', days).flat();
  const levels = shown.flatMap((one) => (one && one.total > 0 ? [[one.date, one.level]] : []));
  expect(levels).toEqual([
    ['2026-02-28', 1],
    ['2026-03-01', 2],
    ['2026-03-02', 3],
    ['2026-03-04', 4],
  ]);
});

test('a run goes on until yesterday: today is not over', () => {
  const runs = (today: string, ...dates: string[]) =>
    runsOf(
      weeksUntil(
        today,
        dates.map((date) => day(date)),
      ),
    );
  expect(runs('2026-03-04')).toEqual({ longest: 0, present: 0 });
  expect(runs('2026-03-04', '2026-02-26', '2026-02-27', '2026-02-28', '2026-03-03')).toEqual({
    longest: 3,
    present: 1,
  });
  expect(runs('2026-03-04', '2026-03-03', '2026-03-04')).toEqual({ longest: 2, present: 2 });
  expect(runs('2026-03-04', '2026-03-02').present).toBe(0);
});

test('months add their days up, the newest first', () => {
  const days = [
    day('2026-01-31', 2),
    day('2026-02-01'),
    { date: '2026-02-03', total: 3, kinds: { module: 1, note: 2 } },
  ];
  expect(monthsOf(weeksUntil('2026-03-04', days))).toEqual([
    { month: '2026-02', days: 2, total: 4, kinds: { note: 3, module: 1 } },
    { month: '2026-01', days: 1, total: 2, kinds: { note: 2 } },
  ]);
  expect(totalOf(days, 'note')).toBe(5);
  expect(totalOf(days, 'quiz')).toBe(0);
});

test('days are said in words', () => {
  expect(kindsInWords({ note: 1, module: 2 })).toBe('2 modules completed, 1 note');
  expect(daySentence(day('2026-03-04', 2))).toBe('Wednesday 4 March 2026: 2 notes');
  expect(daySentence({ date: '2026-03-04', total: 0, kinds: {} })).toBe('Wednesday 4 March 2026: nothing');
  expect(localDate(new Date(2026, 2, 4, 23, 59))).toBe('2026-03-04');
});
