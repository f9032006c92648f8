import { expect, test } from 'vitest';
import { cutText } from './cut-text.ts';

test('cuts a text, but no character in two', () => {
  expect(cutText('abc', 5)).toBe('abc');
  expect(cutText('abcdef', 5)).toBe('abcde');
  expect(cutText('ab🎓', 3)).toBe('ab');
  expect(cutText('ab🎓', 4)).toBe('ab🎓');
});
