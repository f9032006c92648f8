import { expect, test } from 'vitest';
import { activity } from '#contract/schemas/activity.ts';
import { type QuarterHourRow, summarizeActivity } from './summarize-activity.ts';

const [algebra, optics] = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222'];
const rowAt = (at: string, kind: string, course_id = algebra, acts = 1): QuarterHourRow => ({
  ...{ quarter: new Date(at), kind, course_id, acts, last_at: new Date(Date.parse(at) + 60_000) },
});

test('sums up activities by day and kind, in order, without empty days', () => {
  const summary = summarizeActivity(
    [
      rowAt('2026-03-04T10:00Z', 'note', algebra, 2),
      rowAt('2026-03-01T09:15Z', 'enrolment'),
      rowAt('2026-03-04T18:45Z', 'note'),
      rowAt('2026-03-04T18:45Z', 'module'),
    ],
    'UTC',
  );
  expect(summary.days).toEqual([
    { date: '2026-03-01', total: 1, kinds: { enrolment: 1 } },
    { date: '2026-03-04', total: 4, kinds: { note: 3, module: 1 } },
  ]);
  expect(activity.parse(summary)).toEqual(summary);
});

test.each([
  ['Asia/Dhaka', ['2026-03-05']],
  ['America/New_York', ['2026-03-04']],
  // In Kathmandu (UTC+5:45), midnight is at 18:15 UTC, the time of the second row.
  ['Asia/Kathmandu', ['2026-03-04', '2026-03-05']],
])('counts by the days of %s', (timeZone, dates) => {
  const rows = [rowAt('2026-03-04T18:00Z', 'note'), rowAt('2026-03-04T18:15Z', 'note')];
  expect(summarizeActivity(rows, timeZone).days.map(({ date }) => date)).toEqual(dates);
});

test('lists courses by their latest activity, newest first, and does not count bookmarks', () => {
  const rows = [
    rowAt('2026-03-04T10:00Z', 'module', algebra, 2),
    rowAt('2026-03-02T10:00Z', 'start', optics),
    rowAt('2026-03-01T10:00Z', 'start'),
    rowAt('2026-03-05T10:00Z', 'bookmark', optics),
  ];
  expect(summarizeActivity(rows, 'UTC').courses).toEqual([
    { courseId: algebra, acts: 3, lastAt: '2026-03-04T10:01:00.000Z' },
    { courseId: optics, acts: 1, lastAt: '2026-03-02T10:01:00.000Z' },
  ]);
});
