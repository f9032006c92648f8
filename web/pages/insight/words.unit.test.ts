import { expect, test } from 'vitest';
import { exactShare, periodInShort, periodInWords, shareInWords } from './words.ts';

test.each([
  [0, 0, '–'],
  [0, 7, '0 %'],
  [1, 1_000, '< 1 %'],
  [2, 3, '67 %'],
  [999, 1_000, '> 99 %'],
  [5, 5, '100 %'],
])('%i of %i', (part, whole, words) =>
  expect(shareInWords(part, whole).replaceAll('\u00a0', ' ')).toBe(words),
);

test('what is exact has one digit', () => {
  expect(exactShare(2, 3)).toBe('66.7');
  expect(exactShare(0, 0)).toBe('–');
});

test('periods by the day that they begin on', () => {
  expect(periodInWords('2026-03-02', 'week')).toBe('Week from 2 March 2026');
  expect(periodInWords('2026-03-01', 'month')).toBe('March 2026');
  expect(periodInShort('2026-03-02', 'week')).toBe('2 Mar');
  expect(periodInShort('2026-03-01', 'month')).toBe('Mar 26');
});
