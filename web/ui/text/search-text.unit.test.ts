import fc from 'fast-check';
import { expect, test } from 'vitest';
import { foldText, searchWords, splitByMatches } from './search-text.ts';

const found = (text: string, search: string) =>
  splitByMatches(text, searchWords(search))
    .filter((stretch) => stretch.isMatch)
    .map((stretch) => stretch.text);

test('case and accents do not count, in any way of writing them', () => {
  expect(foldText('Ångström')).toBe('angstrom');
  expect(foldText('A\u030angstro\u0308m')).toBe('angstrom');
  expect(foldText('ΟΔΟΣ')).toBe(foldText('οδός'));
  expect(foldText('ﬁne')).toBe('fine');
});

test('what was found is marked in the text as it was written', () => {
  expect(splitByMatches('The Émigré’s emigre', searchWords('emigre'))).toEqual([
    { text: 'The ', found: false },
    { text: 'Émigré', found: true },
    { text: '’s ', found: false },
    { text: 'emigre', found: true },
  ]);
  expect(found('e\u0301migre\u0301, twice', 'EMIGRE')).toEqual(['e\u0301migre\u0301']);
  expect(found('a ﬁne day', 'fin')).toEqual(['ﬁn']);
  expect(found('𝒜ngle', 'angle')).toEqual(['𝒜ngle']);
});

test('each word is looked for; those that overlap or touch are one stretch', () => {
  expect(searchWords('  two   TWO words ')).toEqual(['two', 'words']);
  expect(found('binary binaries', 'bin nar aries')).toEqual(['binar', 'binaries']);
  expect(found('a+b (a+b)', '(a+b)')).toEqual(['(a+b)']);
  expect(splitByMatches('as it was', [])).toEqual([{ text: 'as it was', found: false }]);
});

/** What is not one letter for one letter: accents apart from their letter, ligatures, letters of two code units, sigmas. */
const letters = (minLength: number) =>
  fc.string({ unit: fc.constantFrom(...'aÀbç é\u0301ΣςßﬁİK7𝒜\ud83d'), minLength, maxLength: 12 });

test('the stretches together are always the text', () => {
  fc.assert(
    fc.property(letters(0), letters(0), (text, search) => {
      const stretches = splitByMatches(text, searchWords(search));
      expect(stretches.map((stretch) => stretch.text).join('')).toBe(text);
    }),
  );
});

test('a part of a text is always found in it', () => {
  fc.assert(
    fc.property(letters(0), letters(1), letters(0), (before, part, after) => {
      const words = searchWords(part);
      fc.pre(words.length > 0);
      expect(splitByMatches(before + part + after, words).some((stretch) => stretch.isMatch)).toBe(true);
    }),
  );
});
