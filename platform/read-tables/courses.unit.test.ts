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

test('folding twice changes nothing', () => {
  for (const text of ['İstanbul', 'ŉ', 'ﬁn', 'ẞ', 'A\u030a'])
    expect(foldForSearch(foldForSearch(text))).toBe(foldForSearch(text));
});

test('a pattern takes the signs of LIKE as themselves', () => {
  expect(containsPattern('100%_\\')).toBe('%100\\%\\_\\\\%');
});
