import { expect, test } from 'vitest';
import { shortenDetails } from './shorten-details.ts';

test('returns the first hundred characters and three dots, and cuts no character in two', () => {
  expect(shortenDetails('a'.repeat(101))).toBe(`${'a'.repeat(100)}...`);
  expect(shortenDetails('Short')).toBe('Short...');
  expect(shortenDetails('\u{1F4D8}'.repeat(101))).toBe(`${'\u{1F4D8}'.repeat(100)}...`);
});
