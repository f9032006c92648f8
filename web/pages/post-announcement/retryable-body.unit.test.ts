import { expect, test } from 'vitest';
import { createRetryableBody } from './retryable-body.ts';

const words = { type: 'Course Related', text: 'The library is open.' } as const;
const [before, after] = [new Date(2026, 2, 5, 23, 59, 50), new Date(2026, 2, 6, 0, 0, 20)];

test('a retry after midnight sends the same body with the same key', () => {
  const tries = createRetryableBody();
  const first = tries.next(words, before);
  expect(first.body).toEqual({ ...words, date: '2026-03-05' });
  expect(tries.next({ ...words }, after)).toEqual(first);
});

test('creates a new key for another text, and after an answer', () => {
  const tries = createRetryableBody();
  const first = tries.next(words, before);
  const other = tries.next({ ...words, text: 'The library is closed.' }, after);
  expect(other.body.date).toBe('2026-03-06');
  expect(other.key).not.toBe(first.key);
  // Back to the first words: they were not sent under this key.
  const again = tries.next(words, after);
  expect([first.key, other.key]).not.toContain(again.key);
  tries.end();
  const next = tries.next(words, after);
  expect(next.key).not.toBe(again.key);
});
