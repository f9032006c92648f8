import { expect, test } from 'vitest';
import { sum, tallyOf } from './tally.ts';

const report = (
  passed: number,
  failed: number,
  files: { status: string; assertionResults: unknown[] }[] = [],
) => ({
  numPassedTests: passed,
  numFailedTests: failed,
  numPendingTests: 1,
  numTodoTests: 0,
  testResults: files,
});

test.each([
  ['counts passed, failed and skipped tests', report(3, 1), 1, { passed: 3, failed: 1, skipped: 1 }],
  [
    'counts a file that cannot be loaded as a failure',
    report(3, 0, [{ status: 'failed', assertionResults: [] }]),
    1,
    { passed: 3, failed: 1, skipped: 1 },
  ],
  ['counts an error outside of tests as a failure', report(3, 0), 1, { passed: 3, failed: 1, skipped: 1 }],
  ['counts a killed run as a failure', report(3, 0), null, { passed: 3, failed: 1, skipped: 1 }],
  ['counts a missing report as a failure', null, 0, { passed: 0, failed: 1, skipped: 0 }],
])('%s', (_, given, exitCode, tally) => {
  expect(tallyOf(given, exitCode)).toEqual(tally);
});

test('adds up the tallies of several stages', () => {
  expect(sum([])).toEqual({ passed: 0, failed: 0, skipped: 0 });
  expect(sum([tallyOf(report(3, 1), 1), tallyOf(report(2, 0), 0)])).toEqual({
    passed: 5,
    failed: 1,
    skipped: 2,
  });
});
