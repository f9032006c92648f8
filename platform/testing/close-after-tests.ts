import { afterAll, onTestFinished, TestRunner } from 'vitest';

/**
 * Calls a function after the running test or, at the top level of a test file, after all tests of the file. Several functions are called in
 * reverse order. Do not call it in a hook: Vitest then ignores it.
 */
export const afterTests = (close: () => unknown): void => {
  const register = TestRunner.getCurrentTest() ? onTestFinished : afterAll;
  register(async () => {
    await close();
  });
};

/** Closes a resource after the tests, like {@link afterTests}. Returns the resource. */
export const closeAfterTests = <R extends AsyncDisposable>(resource: R): R => {
  afterTests(() => resource[Symbol.asyncDispose]());
  return resource;
};
