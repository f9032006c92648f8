import { afterEach, expect, test, vi } from 'vitest';
import { ApiError } from './api/api-error.ts';
import { queryClient } from './query-client.ts';

afterEach(() => vi.unstubAllGlobals());

const { queries, mutations } = queryClient.getDefaultOptions();

const createBusyError = (retryAfterMs: number | null) =>
  new ApiError({ code: 'too-many-requests', detail: 'Try again later.', status: 429, retryAfterMs });

/** Returns how queries and commands treat their first failure. */
const findRetries = (error: ApiError) =>
  [queries, mutations].map((options) => typeof options?.retry === 'function' && options.retry(0, error));

test('retries if the server is busy for a moment', () => {
  vi.stubGlobal('navigator', { onLine: true });
  expect(findRetries(createBusyError(null))).toEqual([true, true]);
  expect(findRetries(createBusyError(10_000))).toEqual([true, true]);
});

test('fails at once if the server asks to wait for hours', () => {
  vi.stubGlobal('navigator', { onLine: true });
  expect(findRetries(createBusyError(8 * 3_600_000))).toEqual([false, false]);
});
