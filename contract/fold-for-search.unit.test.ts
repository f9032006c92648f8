import { expect, test } from 'vitest';
import { foldForSearch } from './fold-for-search.ts';

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

test('does not change a text that is already folded', () => {
  for (const text of ['İstanbul', 'ŉ', 'ﬁn', 'ẞ', 'A\u030a'])
    expect(foldForSearch(foldForSearch(text))).toBe(foldForSearch(text));
});
