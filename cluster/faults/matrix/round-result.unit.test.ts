import { expect, test } from 'vitest';
import { findFailures, formatTable, type RoundResult } from './round-result.ts';

const passed: RoundResult = {
  fault: { name: 'switchover', title: 'planned switchover', maxSeconds: { commands: 10, reads: 5 } },
  acknowledged: 900,
  lost: 0,
  misplaced: 0,
  writtenTwice: 0,
  isDense: true,
  repeated: 16,
  secondsWithoutCommands: 3.46,
  secondsWithoutReads: 0.4,
  reads: 300,
  staleReads: 20,
  failedReads: 0,
  sockets: 500,
  completeSockets: 500,
  reconnects: 0,
  lateRefetches: 0,
  refetches: 0,
  problems: [],
  editsWithoutCourse: 0,
  hasOtherHistory: false,
};

test('finds no failures in a round in which nothing went wrong', () => {
  expect(findFailures(passed)).toEqual([]);
  expect(formatTable([passed]).split('\n')[2]).toBe(
    '| planned switchover | 3.5 | 0.4 | 900 (16) | 0 | 0 | yes | 300 (20, 0) | 500 of 500 (0, 0) | no | ok |',
  );
});

test.each<[string, Partial<RoundResult>]>([
  ['no command was acknowledged', { acknowledged: 0 }],
  ['1 acknowledged command is lost', { lost: 1 }],
  ['2 acknowledged commands are lost', { lost: 2 }],
  ['1 command was written twice', { writtenTwice: 1 }],
  ['2 commands were written twice', { writtenTwice: 2 }],
  ['positions or versions have gaps', { isDense: false }],
  ['1 of 500 sockets did not get each event once and in order', { completeSockets: 499 }],
  ['1 edit did not find its course', { editsWithoutCourse: 1 }],
  ['3 edits did not find their course', { editsWithoutCourse: 3 }],
  ['another history has begun although nothing was lost', { hasOtherHistory: true }],
  ['sockets had to fetch again 1 time although nothing was lost', { refetches: 1 }],
  ['sockets had to fetch again 2 times although nothing was lost', { refetches: 2 }],
  ['sockets reconnected 51 times so late that they had to fetch again', { lateRefetches: 51 }],
  ['10.4 s without acknowledgements, at most 10 s are acceptable', { secondsWithoutCommands: 10.4 }],
  ['6.0 s without reads, at most 5 s are acceptable', { secondsWithoutReads: 6 }],
  ['5.1 % of the reads failed, at most 5.0 % are acceptable', { reads: 949, failedReads: 51 }],
  ['1 command was acknowledged with a position that is not that of its event', { misplaced: 1 }],
  ['2 commands were acknowledged with a position that is not that of their event', { misplaced: 2 }],
  ['verify found something', { problems: ['verify found something'] }],
])('fails if %s', (sentence, changes) => {
  const failed = { ...passed, ...changes };
  expect(findFailures(failed)).toEqual([sentence]);
  expect(formatTable([failed])).toContain('**failed**');
});

const lossy: RoundResult = {
  ...passed,
  fault: { ...passed.fault, replication: 'asynchronous' },
  lost: 78,
  editsWithoutCourse: 4,
  refetches: 500,
  hasOtherHistory: true,
};

test('accepts a loss with asynchronous replication, if every client learns of it', () => {
  expect(findFailures(lossy)).toEqual([]);
  expect(findFailures({ ...lossy, hasOtherHistory: false })).toEqual([
    'the loss was not detected: the history is the same',
  ]);
  expect(findFailures({ ...lossy, refetches: 499 })).toEqual([
    '500 sockets were told to fetch again only 499 times',
  ]);
  expect(findFailures({ ...lossy, lost: 0 })).toEqual(['nothing was lost, so this round shows nothing']);
});

test('accepts a new history if a replica may have shown events that were never acknowledged', () => {
  const shown = { ...passed, refetches: 500, hasOtherHistory: true };
  expect(findFailures(shown)).toHaveLength(2);
  expect(findFailures({ ...shown, fault: { ...passed.fault, mayLoseUnacknowledged: true } })).toEqual([]);
});

test('requires a stale read if the fault makes the primary unavailable for long', () => {
  const fault = { ...passed.fault, mustAnswerStale: true };
  expect(findFailures({ ...passed, fault })).toEqual([]);
  expect(findFailures({ ...passed, fault, staleReads: 0 })).toEqual([
    'no read was stale, so none was answered without the primary',
  ]);
});

test('accepts more failed reads if the fault allows a larger share', () => {
  const failed = { ...passed, reads: 400, failedReads: 600 };
  expect(findFailures({ ...failed, fault: { ...passed.fault, maxFailedReadsShare: 0.7 } })).toEqual([]);
});
