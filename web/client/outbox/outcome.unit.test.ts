import { expect, test } from 'vitest';
import { ApiError } from '../api/api-error.ts';
import { outcomeOf } from './outcome.ts';

const error = (code: string, status = 0, more: { requestId?: string; retryAfterMs?: number } = {}) =>
  new ApiError({ code, detail: '', status, ...more });

test('what nobody heard, and what asks for patience, is tried again later', () => {
  for (const one of [
    error('offline'),
    error('timed-out'),
    error('unavailable', 502),
    error('unavailable', 504),
  ])
    expect(outcomeOf(one)).toEqual({ is: 'later', afterMs: null });
  expect(outcomeOf(error('too-many-requests', 429, { retryAfterMs: 7_000 }))).toEqual({
    is: 'later',
    afterMs: 7_000,
  });
});

test('an answer of somebody between us and the server is none: the sign-in page of a train', () => {
  expect(outcomeOf(error('unreadable', 200)).is).toBe('later');
  expect(outcomeOf(error('unreadable', 403)).is).toBe('later');
  expect(outcomeOf(error('unreadable', 200, { requestId: 'r' })).is).toBe('refused');
});

test('who must sign in again, what is refused, and what broke', () => {
  for (const one of [error('sign-in-ended'), error('another-person'), error('token-invalid', 401)])
    expect(outcomeOf(one).is).toBe('sign-in');
  for (const status of [400, 403, 404, 409, 413, 422])
    expect(outcomeOf(error('x', status)).is).toBe('refused');
  for (const one of [error('internal-error', 500), new Error('a bug')])
    expect(outcomeOf(one).is).toBe('failed');
});
