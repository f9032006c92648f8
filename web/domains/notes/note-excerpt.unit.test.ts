import { expect, test } from 'vitest';
import { cutExcerpt } from './note-excerpt.ts';

test('does not cut a short text', () => {
  for (const text of ['', 'Carry the one.', 'a '.repeat(240), 'line\n'.repeat(10)])
    expect(cutExcerpt(text)).toBeNull();
});

test('cuts a long text between words or lines', () => {
  expect(cutExcerpt('word '.repeat(200))).toMatch(/^(word ){80,83}word$/);
  expect(cutExcerpt('line\n'.repeat(40))?.split('\n')).toEqual(Array(9).fill('line'));
});

test('cuts a very long word without splitting a character', () => {
  const cut = cutExcerpt('𝒜'.repeat(400));
  expect(cut?.length).toBeLessThan(440);
  expect(cut?.isWellFormed()).toBe(true);
});
