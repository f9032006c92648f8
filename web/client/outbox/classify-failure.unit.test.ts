import { expect, test } from 'vitest';
import { ApiError } from '../api/api-error.ts';
import { isDefinite } from '../api/send-command.ts';
import { classifyFailure } from './classify-failure.ts';

const createError = (code: string, status = 0, more: { requestId?: string; retryAfterMs?: number } = {}) =>
  new ApiError({ code, detail: '', status, ...more });

test('retries if the server was not reached, did not answer in time, or asked to wait (then after that delay)', () => {
  for (const transient of [
    createError('offline'),
    createError('timed-out'),
    createError('unavailable', 502),
    createError('unavailable', 504),
  ])
    expect(classifyFailure(transient)).toEqual({ type: 'retry', afterMs: null });
  expect(classifyFailure(createError('too-many-requests', 429, { retryAfterMs: 7_000 }))).toEqual({
    type: 'retry',
    afterMs: 7_000,
  });
});

test('an error after which the outbox retries is not a definite answer, so a command outside the outbox keeps its idempotency key', () => {
  for (const status of [408, 425, 429, 502, 503, 504]) {
    const error = createError('x', status);
    expect([status, classifyFailure(error).type, isDefinite(error)]).toEqual([status, 'retry', false]);
  }
});

test('retries if a captive portal answered, but not if the server itself sent an unreadable answer', () => {
  expect(classifyFailure(createError('unreadable')).type).toBe('retry');
  expect(classifyFailure(createError('unreadable', 403)).type).toBe('retry');
  expect(classifyFailure(createError('unreadable', 0, { requestId: 'r' })).type).toBe('refused');
});

test('distinguishes an ended sign-in, a refusal and a server error', () => {
  for (const ended of [
    createError('sign-in-ended'),
    createError('another-person'),
    createError('token-invalid', 401),
  ])
    expect(classifyFailure(ended).type).toBe('sign-in-required');
  for (const status of [400, 403, 404, 409, 413, 422])
    expect(classifyFailure(createError('x', status)).type).toBe('refused');
  for (const failure of [createError('internal-error', 500), new Error('a bug')])
    expect(classifyFailure(failure).type).toBe('server-error');
});
