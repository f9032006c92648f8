import { expect, test } from 'vitest';
import { beginningOf } from './beginning.ts';

test('the beginning is a hundred characters and three dots', () => {
  expect(beginningOf('a'.repeat(101))).toBe(`${'a'.repeat(100)}...`);
  expect(beginningOf('Short')).toBe('Short...');
  expect(beginningOf('\u{1F4D8}'.repeat(101))).toBe(`${'\u{1F4D8}'.repeat(100)}...`);
});
