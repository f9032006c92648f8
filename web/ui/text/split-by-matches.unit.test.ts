import fc from 'fast-check';
import { expect, test } from 'vitest';
import { searchWords } from '#contract/fold-text.ts';
import { splitByMatches } from './split-by-matches.ts';

const findMatches = (text: string, search: string) =>
  splitByMatches(text, searchWords(search))
    .filter((part) => part.isMatch)
    .map((part) => part.text);

test('marks matches in the original text', () => {
  expect(splitByMatches('The Émigré’s emigre', searchWords('emigre'))).toEqual([
    { text: 'The ', isMatch: false },
    { text: 'Émigré', isMatch: true },
    { text: '’s ', isMatch: false },
    { text: 'emigre', isMatch: true },
  ]);
  expect(findMatches('e\u0301migre\u0301, twice', 'EMIGRE')).toEqual(['e\u0301migre\u0301']);
  expect(findMatches('a ﬁne day', 'fin')).toEqual(['ﬁn']);
  expect(findMatches('𝒜ngle', 'angle')).toEqual(['𝒜ngle']);
});

test('marks a whole character, once, if the words are parts of it', () => {
  expect(findMatches('a ﬁne day', 'f')).toEqual(['ﬁ']);
  expect(findMatches('10 ㏂', 'a m')).toEqual(['㏂']);
  expect(findMatches('10 ㏂!', 'a m.!')).toEqual(['㏂', '!']);
});

test('finds every word and merges matches that overlap or touch', () => {
  expect(searchWords('  two   TWO words ')).toEqual(['two', 'words']);
  expect(findMatches('binary binaries', 'bin nar aries')).toEqual(['binar', 'binaries']);
  expect(findMatches('a+b (a+b)', '(a+b)')).toEqual(['(a+b)']);
  expect(splitByMatches('as it was', [])).toEqual([{ text: 'as it was', isMatch: false }]);
});

/** Creates texts with letters that do not fold one to one: combining marks, ligatures, surrogate pairs, sigmas. */
const anyText = (minLength: number) =>
  fc.string({ unit: fc.constantFrom(...'aÀbç é\u0301ΣςßﬁİK7𝒜\ud83d'), minLength, maxLength: 12 });

test('splits a text into parts that together are the text', () => {
  fc.assert(
    fc.property(anyText(0), anyText(0), (text, search) => {
      const parts = splitByMatches(text, searchWords(search));
      expect(parts.map((part) => part.text).join('')).toBe(text);
    }),
  );
});

test('finds a text by any part of it', () => {
  fc.assert(
    fc.property(anyText(0), anyText(1), anyText(0), (before, part, after) => {
      const words = searchWords(part);
      fc.pre(words.length > 0);
      const parts = splitByMatches(before + part + after, words);
      expect(parts.some(({ text, isMatch }) => isMatch && text !== '')).toBe(true);
    }),
  );
});
