/** What a stage came to. */
export type Tally = { passed: number; failed: number; skipped: number };

type Report = {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: { status: string; assertionResults: unknown[] }[];
};

/**
 * Counts the tests of vitest's JSON report. A file that could not be loaded has no tests in it and counts as one that
 * failed; so does a run that failed though every test passed (an error nobody caught), and one without a report.
 * @param exitCode of the run; null when it was ended by force.
 */
export const tallyOf = (report: Report | null, exitCode: number | null): Tally => {
  if (report === null) return { passed: 0, failed: 1, skipped: 0 };
  const unloaded = report.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.length === 0,
  ).length;
  const failed = report.numFailedTests + unloaded;
  return {
    passed: report.numPassedTests,
    failed: exitCode !== 0 && failed === 0 ? 1 : failed,
    skipped: report.numPendingTests + report.numTodoTests,
  };
};

export const sum = (tallies: readonly Tally[]): Tally =>
  tallies.reduce(
    (all, one) => ({
      passed: all.passed + one.passed,
      failed: all.failed + one.failed,
      skipped: all.skipped + one.skipped,
    }),
    { passed: 0, failed: 0, skipped: 0 },
  );
