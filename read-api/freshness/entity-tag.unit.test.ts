import { expect, test } from 'vitest';
import { entityTag, isHeld } from './entity-tag.ts';

test('the same dependencies give the same tag, others another', () => {
  expect(entityTag(['a', 1])).toBe(entityTag(['a', 1]));
  expect(new Set([entityTag(['a', 1]), entityTag(['a', '1']), entityTag(['a1'])]).size).toBe(3);
});

test.each([
  ['W/"a"', true],
  ['"a"', true],
  ['W/"b", W/"a"', true],
  ['*', true],
  ['', false],
  ['W/"b"', false],
  ['a', false],
])('If-None-Match: %s holds W/"a": %s', (header, held) => {
  expect(isHeld('W/"a"', header)).toBe(held);
});
