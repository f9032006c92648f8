import { expect, test } from 'vitest';
import { cutText } from './cut-text.ts';

test('cuts a text that is too long, but never inside a surrogate pair', () => {
  expect(cutText('abc', 5)).toBe('abc');
  expect(cutText('abcdef', 5)).toBe('abcde');
  expect(cutText('ab🎓', 3)).toBe('ab');
  expect(cutText('ab🎓', 4)).toBe('ab🎓');
});
