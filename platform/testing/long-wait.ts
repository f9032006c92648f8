/**
 * Options of `vi.waitFor` for whatever must happen. `expect.poll` has the same timeout by default (`vitest.config.ts`). It only ends what
 * hangs, so that neither a slow machine nor a virtual machine that is paused for minutes fails a test.
 */
export const longWait = { timeout: 420_000, interval: 20 };
