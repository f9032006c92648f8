import { expect, test } from 'vitest';
import { timeZoneOffsets } from './time-zone-offsets.ts';

const of = (timeZone: string, from: string, to: string) =>
  timeZoneOffsets(timeZone, new Date(from), new Date(to)).map((one) => [
    one.from.toISOString().slice(0, 16),
    one.to.toISOString().slice(0, 16),
    one.offsetMinutes,
  ]);

test('clocks that are changed twice a year make three stretches of it', () => {
  expect(of('Europe/Berlin', '2026-01-01T00:00Z', '2027-01-01T00:00Z')).toEqual([
    ['2026-01-01T00:00', '2026-03-29T01:00', 60],
    ['2026-03-29T01:00', '2026-10-25T01:00', 120],
    ['2026-10-25T01:00', '2027-01-01T00:00', 60],
  ]);
  expect(of('America/New_York', '2026-10-31T00:00Z', '2026-11-02T00:00Z')).toEqual([
    ['2026-10-31T00:00', '2026-11-01T06:00', -240],
    ['2026-11-01T06:00', '2026-11-02T00:00', -300],
  ]);
});

test('clocks that are not changed, by whatever hours they differ', () => {
  expect(of('UTC', '2026-01-01T00:00Z', '2036-01-01T00:00Z')).toEqual([
    ['2026-01-01T00:00', '2036-01-01T00:00', 0],
  ]);
  expect(
    of('Asia/Kathmandu', '2026-01-01T00:00Z', '2026-02-01T00:00Z').map(([, , minutes]) => minutes),
  ).toEqual([345]);
  expect(of('+05:30', '2026-01-01T00:00Z', '2026-02-01T00:00Z').map(([, , minutes]) => minutes)).toEqual([
    330,
  ]);
});

test('a change of half an hour, and two within a month', () => {
  expect(of('Australia/Lord_Howe', '2026-04-01T00:00Z', '2026-05-01T00:00Z')).toEqual([
    ['2026-04-01T00:00', '2026-04-04T15:00', 660],
    ['2026-04-04T15:00', '2026-05-01T00:00', 630],
  ]);
  // Morocco puts its clocks back for Ramadan.
  expect(
    of('Africa/Casablanca', '2026-02-01T00:00Z', '2026-04-01T00:00Z').map(([, , minutes]) => minutes),
  ).toEqual([60, 0, 60]);
});

test('a span without any time has no stretch', () => {
  expect(of('Europe/Berlin', '2026-01-01T00:00Z', '2026-01-01T00:00Z')).toEqual([]);
});
