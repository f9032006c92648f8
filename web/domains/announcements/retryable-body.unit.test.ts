import { expect, test } from 'vitest';
import { ApiError } from '../../client/api/api-error.ts';
import { createRetryableBody } from './retryable-body.ts';

const content = { type: 'Course Related', text: 'The library is open.' } as const;
const before = new Date(2026, 2, 5, 23, 59, 50);
const after = new Date(2026, 2, 6, 0, 0, 20);

test('returns the same body and key for a retry after midnight', () => {
  const request = createRetryableBody();
  const first = request.prepare(content, before);
  expect(first.body).toEqual({ ...content, date: '2026-03-05' });
  expect(request.prepare({ ...content }, after)).toEqual(first);
});

test('creates a new key for a different text, and after the server has accepted the request', () => {
  const request = createRetryableBody();
  const first = request.prepare(content, before);
  const other = request.prepare({ ...content, text: 'The library is closed.' }, after);
  expect(other.body.date).toBe('2026-03-06');
  expect(other.key).not.toBe(first.key);
  // The first content now gets a new key, because a different body was sent in between.
  const again = request.prepare(content, after);
  expect([first.key, other.key]).not.toContain(again.key);
  request.reset();
  const next = request.prepare(content, after);
  expect(next.key).not.toBe(again.key);
});

test('keeps the key after a failed attempt, unless the server will never accept the body', () => {
  const request = createRetryableBody();
  const keyAfter = (code: string, status: number) => {
    request.resetIfUnusable(new ApiError({ code, status, detail: '' }));
    return request.prepare(content).key;
  };
  const { key } = request.prepare(content);
  for (const code of ['offline', 'timed-out', 'unreadable', 'sign-in-ended'])
    expect(keyAfter(code, 0), code).toBe(key);
  expect(keyAfter('sign-in-required', 401)).toBe(key);
  expect(keyAfter('unavailable', 503)).toBe(key);
  request.resetIfUnusable(new TypeError('x'));
  expect(request.prepare(content).key).toBe(key);
  const second = keyAfter('invalid-input', 400);
  expect(second).not.toBe(key);
  expect(keyAfter('key-reused', 422)).not.toBe(second);
});
