import { expect, test } from 'vitest';
import { activity } from '#contract/activity.ts';
import { countActs, type QuarterRow } from './count.ts';

const [counting, optics] = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222'];
const acts = (at: string, kind: string, course_id = counting, number = 1): QuarterRow => ({
  ...{ quarter: new Date(at), kind, course_id, acts: number, last_at: new Date(Date.parse(at) + 60_000) },
});

test('acts are counted by day and kind, days in their order, those without an act left out', () => {
  const counted = countActs(
    [
      acts('2026-03-04T10:00Z', 'note', counting, 2),
      acts('2026-03-01T09:15Z', 'enrolment'),
      acts('2026-03-04T18:45Z', 'note'),
      acts('2026-03-04T18:45Z', 'module'),
    ],
    'UTC',
  );
  expect(counted.days).toEqual([
    { date: '2026-03-01', total: 1, kinds: { enrolment: 1 } },
    { date: '2026-03-04', total: 4, kinds: { note: 3, module: 1 } },
  ]);
  expect(activity.parse(counted)).toEqual(counted);
});

test.each([
  ['Asia/Dhaka', ['2026-03-05']],
  ['America/New_York', ['2026-03-04']],
  // A quarter of an hour either side of midnight, where clocks are 5:45 ahead.
  ['Asia/Kathmandu', ['2026-03-04', '2026-03-05']],
])('in %s a day is the reader’s own', (timeZone, dates) => {
  const rows = [acts('2026-03-04T18:00Z', 'note'), acts('2026-03-04T18:15Z', 'note')];
  expect(countActs(rows, timeZone).days.map(({ date }) => date)).toEqual(dates);
});

test('the course that was last learnt in comes first; bookmarking is no learning', () => {
  const rows = [
    acts('2026-03-04T10:00Z', 'module', counting, 2),
    acts('2026-03-02T10:00Z', 'start', optics),
    acts('2026-03-01T10:00Z', 'start'),
    acts('2026-03-05T10:00Z', 'bookmark', optics),
  ];
  expect(countActs(rows, 'UTC').courses).toEqual([
    { courseId: counting, acts: 3, lastAt: '2026-03-04T10:01:00.000Z' },
    { courseId: optics, acts: 1, lastAt: '2026-03-02T10:01:00.000Z' },
  ]);
});
