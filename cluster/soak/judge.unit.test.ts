import { expect, test } from 'vitest';
import { findSoakFailures, findUnjudgedKinds, type SoakResult } from './judge.ts';
import type { Series } from './measure/growth.ts';
import type { Kind } from './measure/measure.ts';

const passed: SoakResult = {
  ...{ acknowledged: 9, lost: 0, executedTwice: 0, isDense: true, reads: 100, failedReads: 5 },
  ...{ sockets: 2, completeSockets: 2, refetches: 0, hasOtherHistory: false },
  ...{ refetchDetails: [], problems: [] },
};
const measured = (kind: Kind, valueAt: (index: number) => number) => {
  const points = Array.from({ length: 120 }, (_, index) => ({
    seconds: index * 10,
    value: valueAt(index),
  }));
  return { series: (one: Kind): Series[] => (one === kind ? [{ name: kind, points }] : []) };
};
const steady = measured('keptMemory', () => 100);

test('passes if nothing is lost, executed twice or growing', () => {
  expect(findSoakFailures(passed, steady)).toEqual([]);
});

test.each<[string, Partial<SoakResult>, string]>([
  ['a load without an acknowledged command', { acknowledged: 0 }, 'no command was acknowledged'],
  ['a loss', { lost: 2 }, '2 acknowledged commands are lost'],
  ['a command that was executed twice', { executedTwice: 1 }, '1 command was executed twice'],
  ['a gap in the positions', { isDense: false }, 'positions have gaps'],
  [
    'a socket that lacks events',
    { completeSockets: 1 },
    '1 of 2 sockets did not get each event once and in order',
  ],
  [
    'sockets that had to fetch again',
    { refetches: 3 },
    'sockets had to fetch again 3 times although nothing was lost',
  ],
  ['another history', { hasOtherHistory: true }, 'another history has begun although nothing was lost'],
  ['failed reads', { failedReads: 6 }, '6.0 % of the reads failed, at most 5 % are acceptable'],
  ['another problem', { problems: ['verify failed'] }, 'verify failed'],
])('fails because of %s', (_, change, sentence) => {
  expect(findSoakFailures({ ...passed, ...change }, steady)).toEqual([sentence]);
});

test('fails if memory grows, but not if the database does', () => {
  expect(
    findSoakFailures(
      passed,
      measured('keptMemory', (index) => 100 + 10 * index),
    ),
  ).toHaveLength(1);
  expect(
    findSoakFailures(
      passed,
      measured('database', (index) => 100 + 10 * index),
    ),
  ).toEqual([]);
});

test('names the kinds that have a growth limit, but no series that is long enough', () => {
  expect(findUnjudgedKinds(passed, steady)).toEqual([
    'memory',
    'files',
    'postgresMemory',
    'connections',
    'wal',
    'latency',
  ]);
});
