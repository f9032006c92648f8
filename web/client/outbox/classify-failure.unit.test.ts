import { expect, test } from 'vitest';
import { ApiError } from '../api/api-error.ts';
import { classifyFailure } from './classify-failure.ts';

const error = (code: string, status = 0, more: { requestId?: string; retryAfterMs?: number } = {}) =>
  new ApiError({ code, detail: '', status, ...more });

test('retries if the server was not reached, or after the delay for which the server asks', () => {
  for (const transient of [
    error('offline'),
    error('timed-out'),
    error('unavailable', 502),
    error('unavailable', 504),
  ])
    expect(classifyFailure(transient)).toEqual({ type: 'retry', afterMs: null });
  expect(classifyFailure(error('too-many-requests', 429, { retryAfterMs: 7_000 }))).toEqual({
    type: 'retry',
    afterMs: 7_000,
  });
});

test('retries when a captive portal answered instead of the server', () => {
  expect(classifyFailure(error('unreadable', 200)).type).toBe('retry');
  expect(classifyFailure(error('unreadable', 403)).type).toBe('retry');
  expect(classifyFailure(error('unreadable', 200, { requestId: 'r' })).type).toBe('refused');
});

test('distinguishes an ended sign-in, a refusal and a server error', () => {
  for (const ended of [error('sign-in-ended'), error('another-person'), error('token-invalid', 401)])
    expect(classifyFailure(ended).type).toBe('sign-in-required');
  for (const status of [400, 403, 404, 409, 413, 422])
    expect(classifyFailure(error('x', status)).type).toBe('refused');
  for (const failure of [error('internal-error', 500), new Error('a bug')])
    expect(classifyFailure(failure).type).toBe('server-error');
});
