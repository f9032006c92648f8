import { expect, test } from 'vitest';
import { entityTag, matchesEntityTag } from './entity-tag.ts';

test('gives equal parts equal tags, and different parts different tags', () => {
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
])('If-None-Match: %s matches W/"a": %s', (header, expected) => {
  expect(matchesEntityTag('W/"a"', header)).toBe(expected);
});
