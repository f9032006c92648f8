import { expect, test } from 'vitest';
import { containsPattern, foldForSearch } from './courses.ts';

test.each([
  ['Databases', 'databases'],
  ['CAFE\u0301', 'caf\u00e9'],
  ['ΟΔΥΣΣΕΥΣ', 'οδυσσευσ'],
  ['οδυσσευς', 'οδυσσευσ'],
  ['STRASSE', 'strasse'],
  ['Straße', 'strasse'],
])('folds %s', (text, folded) => {
  expect(foldForSearch(text)).toBe(folded);
});

test('folds a folded text to itself', () => {
  for (const text of ['İstanbul', 'ŉ', 'ﬁn', 'ẞ', 'A\u030a'])
    expect(foldForSearch(foldForSearch(text))).toBe(foldForSearch(text));
});

test('escapes the special characters of LIKE', () => {
  expect(containsPattern('100%_\\')).toBe('%100\\%\\_\\\\%');
});
