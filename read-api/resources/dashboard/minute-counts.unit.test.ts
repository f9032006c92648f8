import { expect, test } from 'vitest';
import { MinuteCounts, minuteMs } from './minute-counts.ts';

const at = (minute: number) => new Date(minute * minuteMs).toISOString();
const row = (minute: number, commands: number, events = commands) => ({ minute, commands, events });

test('lists every minute of the span, with zeros for minutes without events, and the current minute last', () => {
  const counts = new MinuteCounts(3);
  counts.restart(0, 0);
  counts.add([row(99, 2, 5), row(101, 1)], 6);
  expect(counts.list(101.5 * minuteMs)).toEqual([
    { at: at(99), commands: 2, events: 5 },
    { at: at(100), commands: 0, events: 0 },
    { at: at(101), commands: 1, events: 1 },
  ]);
});

test('adds later counts to their minute and forgets old minutes', () => {
  const counts = new MinuteCounts(2);
  counts.restart(0, 0);
  counts.add([row(100, 1)], 1);
  counts.add([row(100, 3), row(101, 1)], 5);
  expect(counts.countedUpTo).toBe(5);
  expect(counts.list(101 * minuteMs).map(({ commands }) => commands)).toEqual([4, 1]);
  expect(counts.list(102 * minuteMs).map(({ commands }) => commands)).toEqual([1, 0]);
  // The old minute does not come back if the clock is set back.
  expect(counts.list(101 * minuteMs).map(({ commands }) => commands)).toEqual([0, 1]);
});

test('returns null for a minute that is only partly counted', () => {
  const counts = new MinuteCounts(3);
  counts.restart(1_000, 101);
  counts.add([row(100, 7), row(101, 2)], 1_009);
  expect(counts.list(102 * minuteMs).map(({ commands, events }) => [commands, events])).toEqual([
    [null, null],
    [2, 2],
    [0, 0],
  ]);
});

test('restart() forgets all counts', () => {
  const counts = new MinuteCounts(1);
  counts.restart(0, 0);
  counts.add([row(100, 9)], 9);
  counts.restart(2, 0);
  counts.add([row(100, 1)], 3);
  expect(counts.list(100 * minuteMs)).toEqual([{ at: at(100), commands: 1, events: 1 }]);
});
