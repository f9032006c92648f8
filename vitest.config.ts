import { defineConfig } from 'vitest/config';
import { longWait } from './platform/testing/long-wait.ts';
import { LongFirst } from './tooling/test/long-first.ts';

/**
 * A test file's suffix says what it needs: `.unit` nothing, `.int` a PostgreSQL server, `.large` a PostgreSQL server and
 * minutes, `.e2e` the whole product and a browser.
 *
 * Timeouts only end tests that hang. They are far longer than any test needs, because neither a slow machine nor a virtual machine that
 * is paused for minutes may fail a test.
 */
const project = (name: string, options: Record<string, unknown>) => ({
  test: {
    name,
    expect: { poll: longWait },
    // Loading the modules anew for each file would take longer than most tests. Files of one worker share a browser, too.
    isolate: false,
    include: [
      `{concurrency,contract,quizzes,events,migrations,platform,command-api,projector,read-api,testing,web,local,log-cli,tooling,e2e,bench,attack,cluster}/**/*.${name}.test.{ts,tsx}`,
    ],
    ...options,
  },
});

const environment = { setupFiles: ['platform/testing/environment.setup.ts'] };

const withPostgres = (timeoutMs: number) => ({
  ...environment,
  globalSetup: ['platform/testing/postgres.setup.ts'],
  testTimeout: timeoutMs,
  hookTimeout: timeoutMs,
});

export default defineConfig({
  cacheDir: '.cache/vite',
  test: {
    // One more than the cores of a small machine, because tests wait for databases, timers and browsers.
    maxWorkers: 3,
    sequence: { sequencer: LongFirst },
    projects: [
      project('unit', { ...environment, testTimeout: 600_000, hookTimeout: 600_000 }),
      project('int', withPostgres(600_000)),
      project('large', withPostgres(1_800_000)),
      project('e2e', {
        globalSetup: ['e2e/support/product/products.setup.ts'],
        testTimeout: 1_800_000,
        hookTimeout: 1_800_000,
      }),
    ],
  },
});
