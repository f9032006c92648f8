import { expect, test } from 'vitest';
import { timeZoneOffsets } from './time-zone-offsets.ts';

const intervals = (timeZone: string, from: string, to: string) =>
  timeZoneOffsets(timeZone, new Date(from), new Date(to)).map((one) => [
    one.from.toISOString().slice(0, 16),
    one.to.toISOString().slice(0, 16),
    one.offsetMinutes,
  ]);

test('splits a year with two clock changes into three intervals', () => {
  expect(intervals('Europe/Berlin', '2026-01-01T00:00Z', '2027-01-01T00:00Z')).toEqual([
    ['2026-01-01T00:00', '2026-03-29T01:00', 60],
    ['2026-03-29T01:00', '2026-10-25T01:00', 120],
    ['2026-10-25T01:00', '2027-01-01T00:00', 60],
  ]);
  expect(intervals('America/New_York', '2026-10-31T00:00Z', '2026-11-02T00:00Z')).toEqual([
    ['2026-10-31T00:00', '2026-11-01T06:00', -240],
    ['2026-11-01T06:00', '2026-11-02T00:00', -300],
  ]);
});

test('returns one interval for time zones without clock changes', () => {
  expect(intervals('UTC', '2026-01-01T00:00Z', '2036-01-01T00:00Z')).toEqual([
    ['2026-01-01T00:00', '2036-01-01T00:00', 0],
  ]);
  expect(
    intervals('Asia/Kathmandu', '2026-01-01T00:00Z', '2026-02-01T00:00Z').map(([, , minutes]) => minutes),
  ).toEqual([345]);
  expect(
    intervals('+05:30', '2026-01-01T00:00Z', '2026-02-01T00:00Z').map(([, , minutes]) => minutes),
  ).toEqual([330]);
});

test('handles a change of half an hour, and two changes within two months', () => {
  expect(intervals('Australia/Lord_Howe', '2026-04-01T00:00Z', '2026-05-01T00:00Z')).toEqual([
    ['2026-04-01T00:00', '2026-04-04T15:00', 660],
    ['2026-04-04T15:00', '2026-05-01T00:00', 630],
  ]);
  // Morocco sets its clocks back during Ramadan.
  expect(
    intervals('Africa/Casablanca', '2026-02-01T00:00Z', '2026-04-01T00:00Z').map(([, , minutes]) => minutes),
  ).toEqual([60, 0, 60]);
});

test('returns no interval for an empty span', () => {
  expect(intervals('Europe/Berlin', '2026-01-01T00:00Z', '2026-01-01T00:00Z')).toEqual([]);
});
