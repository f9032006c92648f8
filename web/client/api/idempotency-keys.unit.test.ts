import { expect, test } from 'vitest';
import { createIdempotencyKeys } from './idempotency-keys.ts';

test('keeps the key of a command until it is settled, then assigns a new one', () => {
  let created = 0;
  const keys = createIdempotencyKeys(() => `key-${++created}`);
  expect(keys.keyFor('POST /courses {}')).toBe('key-1');
  expect(keys.keyFor('POST /courses {}')).toBe('key-1');
  expect(keys.keyFor('POST /courses {"a":1}')).toBe('key-2');
  keys.settle('POST /courses {}');
  expect(keys.keyFor('POST /courses {}')).toBe('key-3');
  expect(keys.keyFor('POST /courses {"a":1}')).toBe('key-2');
});
