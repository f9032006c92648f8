import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/** Numbers of tests by result. */
export type Tally = { passed: number; failed: number; skipped: number };

/** The parts of vitest's JSON report that are read here. */
export type Report = {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: FileReport[];
};

type FileReport = {
  /** The path of the file. */
  name: string;
  status: string;
  /** Why the file failed outside of its tests, for example because it could not be loaded; otherwise empty. */
  message: string;
  assertionResults: {
    fullName: string;
    status: string;
    /** In milliseconds. */
    duration?: number | null;
    failureMessages: string[] | null;
    /** Set by the browser tests. */
    meta?: { pages?: string[] };
  }[];
};

/**
 * Counts the tests of vitest's JSON report. A file that cannot be loaded contains no tests and counts as one failure. So
 * does a missing report, and a run that failed although every test passed, for example because of an unhandled error.
 * @param exitCode the exit code of the run; null if the run was ended by a signal or could not be started.
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

const maxMessageLines = 6;
const maxPageLines = 40;

/** Returns the first lines of an error message, without its stack trace and colours. */
const shortenMessage = (message: string): string[] =>
  stripVTControlCharacters(message)
    .split('\n')
    .filter((line) => line.trim() !== '' && !/^\s+at /.test(line))
    .slice(0, maxMessageLines);

const formatFailure = (file: string, test: string, message: string, pages: string[] = []): string =>
  [
    `  ${file} > ${test}`,
    ...[
      ...shortenMessage(message),
      ...pages.flatMap((page) => page.trimEnd().split('\n').slice(0, maxPageLines)),
    ].map((line) => `    ${line}`),
  ].join('\n');

/**
 * Describes each failed test of vitest's JSON report in a few lines: file, title, seconds, the beginning of the error and what
 * the browser showed. A file that could not be loaded, or failed in a hook, is also described.
 * @param root the folder from which the paths of files are given.
 */
export const describeFailures = (report: Report | null, root: string): string[] =>
  (report?.testResults ?? []).flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(root, name);
    if (status === 'failed' && assertionResults.length === 0)
      return [formatFailure(file, '(could not be loaded)', message)];
    const failedTests = assertionResults.filter((test) => test.status === 'failed');
    if (status === 'failed' && failedTests.length === 0)
      return [formatFailure(file, '(failed outside of its tests)', message)];
    return failedTests.map(({ fullName, duration, failureMessages, meta }) =>
      formatFailure(
        file,
        `${fullName} (${((duration ?? 0) / 1_000).toFixed(1)} s)`,
        failureMessages?.[0] ?? '',
        meta?.pages,
      ),
    );
  });

/** Adds up tallies. */
export const sum = (tallies: readonly Tally[]): Tally =>
  tallies.reduce(
    (total, tally) => ({
      passed: total.passed + tally.passed,
      failed: total.failed + tally.failed,
      skipped: total.skipped + tally.skipped,
    }),
    { passed: 0, failed: 0, skipped: 0 },
  );
