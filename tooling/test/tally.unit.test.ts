import { expect, test } from 'vitest';
import { chooseStages, everydayStages } from './stages.ts';
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
  ['tests are counted', report(3, 1), 1, { passed: 3, failed: 1, skipped: 1 }],
  [
    'a file that does not load is a failure',
    report(3, 0, [{ status: 'failed', assertionResults: [] }]),
    1,
    { passed: 3, failed: 1, skipped: 1 },
  ],
  ['an error outside of the tests is a failure', report(3, 0), 1, { passed: 3, failed: 1, skipped: 1 }],
  ['a run that was ended by force is a failure', report(3, 0), null, { passed: 3, failed: 1, skipped: 1 }],
  ['no report is a failure', null, 0, { passed: 0, failed: 1, skipped: 0 }],
])('%s', (_, given, exitCode, tally) => {
  expect(tallyOf(given, exitCode)).toEqual(tally);
});

test('the sum of nothing is nothing', () => {
  expect(sum([])).toEqual({ passed: 0, failed: 0, skipped: 0 });
});

test('stages by name', () => {
  expect(chooseStages(everydayStages, ['types', 'unit']).map((stage) => stage.name)).toEqual([
    'types',
    'types of the client',
    'unit',
  ]);
  expect(() => chooseStages(everydayStages, ['units'])).toThrow('There is no stage "units"');
});
