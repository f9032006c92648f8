import { afterEach, expect, test, vi } from 'vitest';
import { ApiError } from './api/api-error.ts';
import { queryClient } from './query-client.ts';

afterEach(() => vi.unstubAllGlobals());

const { queries, mutations } = queryClient.getDefaultOptions();

const createBusyError = (retryAfterMs: number | null) =>
  new ApiError({ code: 'too-many-requests', detail: 'Try again later.', status: 429, retryAfterMs });

/** Returns whether a query, and whether a mutation, is retried if its first attempt fails with this error. */
const decideRetries = (error: ApiError) =>
  [queries, mutations].map((options) => typeof options?.retry === 'function' && options.retry(0, error));

test('retries if the server is busy for a moment', () => {
  vi.stubGlobal('navigator', { onLine: true });
  expect(decideRetries(createBusyError(null))).toEqual([true, true]);
  expect(decideRetries(createBusyError(10_000))).toEqual([true, true]);
});

test('fails at once if the server asks the client to wait for hours', () => {
  vi.stubGlobal('navigator', { onLine: true });
  expect(decideRetries(createBusyError(8 * 3_600_000))).toEqual([false, false]);
});
