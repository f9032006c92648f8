import { expect, test } from 'vitest';
import { excerptDifference } from './describe-changes.ts';

test('short texts are not shortened', () => {
  expect(excerptDifference('A short one.', 'Another.')).toEqual(['A short one.', 'Another.']);
});

test('long texts are shortened to the difference with a margin on both sides', () => {
  const [before, after] = ['a'.repeat(5_000), 'z'.repeat(5_000)];
  const [from, to] = excerptDifference(`${before}old${after}`, `${before}brand new${after}`);
  expect(from).toBe(`…${'a'.repeat(40)}old${'z'.repeat(40)}…`);
  expect(to).toBe(`…${'a'.repeat(40)}brand new${'z'.repeat(40)}…`);
});

test('a completely different text is shortened to its beginning, which is well-formed Unicode', () => {
  const [from, to] = excerptDifference(`x${'🌳'.repeat(2_000)}`, 'b'.repeat(4_000));
  expect(from.length).toBeLessThan(400);
  expect(to).toBe(`${'b'.repeat(300)}…`);
  expect(from).toBe(`x${'🌳'.repeat(149)}…`);
});

test('a text that is cut on both sides begins and ends with whole characters', () => {
  const trees = '🌳'.repeat(400);
  const shown = '🌳'.repeat(19);
  expect(excerptDifference(`${trees}old${trees}`, `${trees}odd${trees}`)).toEqual([
    `…${shown}old${shown}…`,
    `…${shown}odd${shown}…`,
  ]);
});

test('text added at the end of a long text is shown with a margin before it', () => {
  const text = 'The same. '.repeat(100);
  const [from, to] = excerptDifference(text, `${text}And more.`);
  expect(to.endsWith('And more.')).toBe(true);
  expect(from.endsWith('The same. ')).toBe(true);
});
