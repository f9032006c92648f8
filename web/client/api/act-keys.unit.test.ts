import { expect, test } from 'vitest';
import { actKeys } from './act-keys.ts';

test('an act keeps its key until it is settled; then the same content is a new act', () => {
  let minted = 0;
  const keys = actKeys(() => `key-${++minted}`);
  expect(keys.keyFor('POST /courses {}')).toBe('key-1');
  expect(keys.keyFor('POST /courses {}')).toBe('key-1');
  expect(keys.keyFor('POST /courses {"a":1}')).toBe('key-2');
  keys.settled('POST /courses {}');
  expect(keys.keyFor('POST /courses {}')).toBe('key-3');
  expect(keys.keyFor('POST /courses {"a":1}')).toBe('key-2');
});
