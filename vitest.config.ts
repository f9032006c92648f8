import { defineConfig } from 'vitest/config';
import { LongFirst } from './tooling/test/long-first.ts';

/**
 * A test file's suffix says what it needs: `.unit` nothing, `.int` a PostgreSQL server, `.large` a PostgreSQL server and
 * minutes, `.e2e` the whole product and a browser.
 *
 * Timeouts only end what hangs: they are far longer than any test needs, so that a slow machine fails nothing.
 */
const project = (name: string, options: Record<string, unknown>) => ({
  test: {
    name,
    expect: { poll: { timeout: 60_000, interval: 20 } },
    include: [
      `{contract,quizzes,events,migrations,platform,command-api,projector,read-api,web,local,log-cli,tooling,e2e}/**/*.${name}.test.{ts,tsx}`,
    ],
    ...options,
  },
});

const withPostgres = (timeoutMs: number) => ({
  globalSetup: ['platform/testing/postgres.setup.ts'],
  testTimeout: timeoutMs,
  hookTimeout: timeoutMs,
});

export default defineConfig({
  cacheDir: '.cache/vite',
  test: {
    maxWorkers: 2,
    sequence: { sequencer: LongFirst },
    projects: [
      // Loading the modules anew for each file would take several times as long as the tests themselves.
      project('unit', { testTimeout: 120_000, isolate: false }),
      project('int', withPostgres(300_000)),
      project('large', withPostgres(1_800_000)),
      project('e2e', {
        globalSetup: ['e2e/support/product/products.setup.ts'],
        testTimeout: 600_000,
        hookTimeout: 600_000,
      }),
    ],
  },
});
