import { expect, test } from 'vitest';
import { beginningOf } from './shorten.ts';

test('a short note stands whole', () => {
  for (const text of ['', 'Carry the one.', 'a '.repeat(240), 'line\n'.repeat(10)])
    expect(beginningOf(text)).toBeNull();
});

test('a long one is cut between words, one of many lines between lines', () => {
  expect(beginningOf('word '.repeat(200))).toMatch(/^(word ){80,83}word$/);
  expect(beginningOf('line\n'.repeat(40))?.split('\n')).toEqual(Array(9).fill('line'));
});

test('an endless word is cut, and no letter in half', () => {
  const cut = beginningOf('𝒜'.repeat(400));
  expect(cut?.length).toBeLessThan(440);
  expect(cut?.isWellFormed()).toBe(true);
});
