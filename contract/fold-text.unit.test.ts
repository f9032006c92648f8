import { expect, test } from 'vitest';
import { foldText } from './fold-text.ts';

test.each([
  ['Databases', 'databases'],
  ['ÉMIGRÉ', 'emigre'],
  ['CAFE\u0301', 'cafe'],
  ['Ångström', 'angstrom'],
  ['ΟΔΥΣΣΕΥΣ', 'οδυσσευσ'],
  ['οδυσσεύς', 'οδυσσευσ'],
  ['STRASSE', 'strasse'],
  ['Straße', 'strasse'],
  ['ﬁne', 'fine'],
  ['İzmir', 'izmir'],
])('folds %s', (text, folded) => {
  expect(foldText(text)).toBe(folded);
});

test('does not change a text that is already folded', () => {
  for (const text of ['İstanbul', 'ŉ', 'ﬁn', 'ẞ', 'A\u030a', 'ǰ', 'և'])
    expect(foldText(foldText(text))).toBe(foldText(text));
});
