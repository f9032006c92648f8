import { expect, test } from 'vitest';
import { ApiError, errorOf, isPassing, retryAfterOf } from './api-error.ts';

const answer = (status: number, body: unknown, headers: Record<string, string> = {}) => ({
  status,
  headers: new Headers(headers),
  body,
});

test("a problem gives the server's own words, code, request and fields", () => {
  const error = errorOf(
    answer(400, {
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
  expect(isPassing(error)).toBe(false);
});

test('what is no problem (a page of a proxy, nothing at all) becomes a plain sentence', () => {
  const gateway = errorOf(answer(502, '<html>Bad gateway</html>', { 'x-request-id': 'r-2' }));
  expect(gateway).toMatchObject({ code: 'unavailable', status: 502, requestId: 'r-2' });
  expect(isPassing(gateway)).toBe(true);
  expect(errorOf(answer(404, null))).toMatchObject({ code: 'unreadable', status: 404 });
});

test('Retry-After comes as seconds or as a date', () => {
  const now = Date.parse('2026-01-01T00:00:00Z');
  expect(retryAfterOf('3', now)).toBe(3_000);
  expect(retryAfterOf('Thu, 01 Jan 2026 00:00:05 GMT', now)).toBe(5_000);
  expect(retryAfterOf('soon', now)).toBeNull();
  expect(retryAfterOf(null, now)).toBeNull();
});

test('only what may pass by itself is tried again', () => {
  expect(isPassing(new ApiError({ code: 'offline', detail: '' }))).toBe(true);
  expect(isPassing(new ApiError({ code: 'timed-out', detail: '' }))).toBe(true);
  expect(isPassing(new ApiError({ code: 'conflict', detail: '', status: 409 }))).toBe(false);
  expect(isPassing(new TypeError('x'))).toBe(false);
});
