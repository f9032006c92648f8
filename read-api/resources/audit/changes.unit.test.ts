import { expect, test } from 'vitest';
import { narrowed } from './changes.ts';

test('short texts stand whole', () => {
  expect(narrowed('A short one.', 'Another.')).toEqual(['A short one.', 'Another.']);
});

test('long texts are cut to what differs and a little of what stands around it', () => {
  const [before, after] = ['a'.repeat(5_000), 'z'.repeat(5_000)];
  const [from, to] = narrowed(`${before}old${after}`, `${before}brand new${after}`);
  expect(from).toBe(`…${'a'.repeat(40)}old${'z'.repeat(40)}…`);
  expect(to).toBe(`…${'a'.repeat(40)}brand new${'z'.repeat(40)}…`);
});

test('a whole other text is cut to its beginning, and no half of a character is left', () => {
  const [from, to] = narrowed(`x${'🌳'.repeat(2_000)}`, 'b'.repeat(4_000));
  expect(from.length).toBeLessThan(400);
  expect(to).toBe(`${'b'.repeat(300)}…`);
  expect(from.isWellFormed()).toBe(true);
});

test('words added at the end of a long text are shown where they came', () => {
  const text = 'The same. '.repeat(100);
  const [from, to] = narrowed(text, `${text}And more.`);
  expect(to.endsWith('And more.')).toBe(true);
  expect(from.endsWith('The same. ')).toBe(true);
});
