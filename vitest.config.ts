import { defineConfig } from 'vitest/config';
import { LongFirst } from './tooling/test/long-first.ts';

/**
 * A test's suffix says what it needs: `.unit` nothing, `.int` a PostgreSQL server, `.large` a PostgreSQL
 * server and minutes, `.e2e` the whole product and a browser.
 */
const project = (name: string, extra: Record<string, unknown> = {}) => ({
  test: {
    name,
    // A poll asks whether something happens, not how fast: a busy machine may take its time.
    expect: { poll: { timeout: 30_000, interval: 20 } },
    include: [
      `{contract,quizzes,events,migrations,platform,command-api,projector,read-api,web,local,log-cli,tooling,e2e}/**/*.${name}.test.{ts,tsx}`,
    ],
    ...extra,
  },
});

const database = {
  globalSetup: ['platform/testing/postgres.setup.ts'],
  // Far more than any of them needs: what is slow on a busy machine is not wrong.
  testTimeout: 120_000,
  hookTimeout: 120_000,
};

export default defineConfig({
  cacheDir: '.cache/vite',
  test: {
    maxWorkers: 2,
    sequence: { sequencer: LongFirst },
    projects: [
      // Slow is not wrong: a busy machine may take its time here too.
      project('unit', { testTimeout: 30_000 }),
      project('int', database),
      project('large', { ...database, testTimeout: 1_800_000 }),
      project('e2e', {
        globalSetup: ['e2e/support/product/products.setup.ts'],
        testTimeout: 240_000,
        hookTimeout: 180_000,
      }),
    ],
  },
});
