import { expect, test } from 'vitest';
import { findShortcut } from './shortcuts.ts';

const plain = { ctrlKey: false, altKey: false, metaKey: false, repeat: false };
const find = (key: string, modifiers: Partial<typeof plain> = {}) =>
  findShortcut({ key, ...plain, ...modifiers });

test('maps J, K, L, N and ? in upper and lower case', () => {
  for (const keys of ['jkln?', 'JKLN?'])
    expect([...keys].map((key) => find(key))).toEqual(['back', 'toggle', 'forward', 'note', 'help']);
});

test('ignores other keys, and combinations with Ctrl, Alt or ⌘', () => {
  for (const key of ['Enter', ' ', 'ArrowLeft', 'm', 'Dead']) expect(find(key)).toBeNull();
  for (const modifier of ['ctrlKey', 'altKey', 'metaKey']) expect(find('k', { [modifier]: true })).toBeNull();
});

test('repeats only skipping while a key is held down', () => {
  expect(find('l', { repeat: true })).toBe('forward');
  expect(find('k', { repeat: true })).toBeNull();
  expect(find('n', { repeat: true })).toBeNull();
});
