import { expect, test } from 'vitest';
import { ApiError, isTransient, parseRetryAfterMs, toResponseError } from './api-error.ts';

const createAnswer = (status: number, body: unknown, headers: Record<string, string> = {}) => ({
  status,
  headers: new Headers(headers),
  body,
});

test('takes message, code, request id and field errors from a problem', () => {
  const error = toResponseError(
    createAnswer(400, {
      type: 'about:blank',
      title: 'The input is not valid',
      status: 400,
      code: 'invalid-input',
      detail: 'Price must be a number.',
      requestId: 'r-1',
      errors: [{ path: 'price', message: 'Price must be a number.' }],
    }),
  );
  expect(error).toMatchObject({ code: 'invalid-input', status: 400, requestId: 'r-1' });
  expect(error.message).toBe('Price must be a number.');
  expect(error.errors).toEqual([{ path: 'price', message: 'Price must be a number.' }]);
  expect(isTransient(error)).toBe(false);
});

test('returns a general error if the body is not a problem', () => {
  const gatewayError = toResponseError(
    createAnswer(502, '<html>Bad gateway</html>', { 'x-request-id': 'r-2' }),
  );
  expect(gatewayError).toMatchObject({ code: 'unavailable', status: 502, requestId: 'r-2' });
  expect(isTransient(gatewayError)).toBe(true);
  expect(toResponseError(createAnswer(404, null))).toMatchObject({ code: 'unreadable', status: 404 });
});

test('parses Retry-After as seconds or as a date', () => {
  const now = Date.parse('2026-01-01T00:00:00Z');
  expect(parseRetryAfterMs('3', now)).toBe(3_000);
  expect(parseRetryAfterMs('Thu, 01 Jan 2026 00:00:05 GMT', now)).toBe(5_000);
  expect(parseRetryAfterMs('soon', now)).toBeNull();
  expect(parseRetryAfterMs(null, now)).toBeNull();
});

test('treats a lost connection and a timeout as transient, but neither a refusal nor an unknown error', () => {
  expect(isTransient(new ApiError({ code: 'offline', detail: '' }))).toBe(true);
  expect(isTransient(new ApiError({ code: 'timed-out', detail: '' }))).toBe(true);
  expect(isTransient(new ApiError({ code: 'conflict', detail: '', status: 409 }))).toBe(false);
  expect(isTransient(new TypeError('x'))).toBe(false);
});
