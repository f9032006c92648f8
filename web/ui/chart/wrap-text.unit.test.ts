import { expect, test } from 'vitest';
import { wrapText } from './wrap-text.ts';

test.each([
  ['Plain English', 22, 3, ['Plain English']],
  ['Programs and How to Think of Them', 22, 3, ['Programs and How to', 'Think of Them']],
  ['', 22, 3, []],
  ['Donaudampfschifffahrtsgesellschaft', 12, 3, ['Donaudampfs…']],
  ['one two three four five six', 5, 3, ['one', 'two', 'thre…']],
] as const)('wraps "%s" at %i characters into at most %i lines', (text, maxCharacters, maxLines, lines) => {
  expect(wrapText(text, maxCharacters, maxLines)).toEqual(lines);
});
