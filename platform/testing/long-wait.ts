/**
 * Options of `vi.waitFor` for a condition that must become true. `expect.poll` has the same timeout by default (`vitest.config.ts`).
 * The timeout only ends tests that hang. So neither a slow machine nor a virtual machine that is paused for minutes fails a test.
 */
export const longWait = { timeout: 420_000, interval: 20 };
