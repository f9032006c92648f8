import fc from 'fast-check';
import { expect, test } from 'vitest';
import { folded, stretchesOf, wordsOf } from './fold.ts';

const found = (text: string, search: string) =>
  stretchesOf(text, wordsOf(search))
    .filter((stretch) => stretch.found)
    .map((stretch) => stretch.text);

test('case and accents do not count, in any way of writing them', () => {
  expect(folded('Ångström')).toBe('angstrom');
  expect(folded('A\u030angstro\u0308m')).toBe('angstrom');
  expect(folded('ΟΔΟΣ')).toBe(folded('οδός'));
  expect(folded('ﬁne')).toBe('fine');
});

test('what was found is marked in the text as it was written', () => {
  expect(stretchesOf('The Émigré’s emigre', wordsOf('emigre'))).toEqual([
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
  expect(wordsOf('  two   TWO words ')).toEqual(['two', 'words']);
  expect(found('binary binaries', 'bin nar aries')).toEqual(['binar', 'binaries']);
  expect(found('a+b (a+b)', '(a+b)')).toEqual(['(a+b)']);
  expect(stretchesOf('as it was', [])).toEqual([{ text: 'as it was', found: false }]);
});

/** What is not one letter for one letter: accents apart from their letter, ligatures, letters of two code units, sigmas. */
const letters = (minLength: number) =>
  fc.string({ unit: fc.constantFrom(...'aÀbç é\u0301ΣςßﬁİK7𝒜\ud83d'), minLength, maxLength: 12 });

test('the stretches together are always the text', () => {
  fc.assert(
    fc.property(letters(0), letters(0), (text, search) => {
      const stretches = stretchesOf(text, wordsOf(search));
      expect(stretches.map((stretch) => stretch.text).join('')).toBe(text);
    }),
  );
});

test('a part of a text is always found in it', () => {
  fc.assert(
    fc.property(letters(0), letters(1), letters(0), (before, part, after) => {
      const words = wordsOf(part);
      fc.pre(words.length > 0);
      expect(stretchesOf(before + part + after, words).some((stretch) => stretch.found)).toBe(true);
    }),
  );
});
