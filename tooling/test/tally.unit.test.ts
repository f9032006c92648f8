import { expect, test } from 'vitest';
import { describeFailures, type Report, sum, tallyOf } from './tally.ts';

const report = (passed: number, failed: number, files: Report['testResults'] = []) => ({
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
    report(3, 0, [{ name: '/lyceum/a.test.ts', status: 'failed', message: '', assertionResults: [] }]),
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

test('describes failed tests and files in a few lines', () => {
  const stack = Array.from(
    { length: 20 },
    (_, line) => `\n    at step${line} (file:///lyceum/a.test.ts:${line}:1)`,
  );
  const files = [
    {
      name: '/lyceum/e2e/a.test.ts',
      status: 'failed',
      message: '',
      assertionResults: [
        { fullName: 'works', status: 'passed', duration: 10, failureMessages: [] },
        {
          fullName: 'waits',
          status: 'failed',
          duration: 120_345,
          meta: { pages: ['Page 1, /courses:\n- heading "Courses"\n'] },
          failureMessages: [
            `\u001b[31mTimeoutError\u001b[39m: Timeout exceeded.\nCall log:\n  - waiting${stack.join('')}`,
          ],
        },
      ],
    },
    { name: '/lyceum/b.test.ts', status: 'failed', message: 'Cannot find ./c.ts', assertionResults: [] },
    {
      name: '/lyceum/c.test.ts',
      status: 'failed',
      message: 'The hook timed out.',
      assertionResults: [{ fullName: 'works', status: 'passed', duration: 1, failureMessages: [] }],
    },
  ];
  expect(describeFailures(report(1, 2, files), '/lyceum')).toEqual([
    [
      '  e2e/a.test.ts > waits (120.3 s)',
      '    TimeoutError: Timeout exceeded.',
      '    Call log:',
      '      - waiting',
      '    Page 1, /courses:',
      '    - heading "Courses"',
    ].join('\n'),
    '  b.test.ts > (could not be loaded)\n    Cannot find ./c.ts',
    '  c.test.ts > (failed outside of its tests)\n    The hook timed out.',
  ]);
  expect(describeFailures(null, '/lyceum')).toEqual([]);
});
