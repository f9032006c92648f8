import { expect, test } from 'vitest';
import { findShortcut } from './shortcuts.ts';

const plain = { ctrlKey: false, altKey: false, metaKey: false, repeat: false };
const act = (key: string, with_: Partial<typeof plain> = {}) => findShortcut({ key, ...plain, ...with_ });

test('maps J, K, L, N and ? in upper and lower case', () => {
  expect(['j', 'k', 'l', 'n', '?'].map((key) => act(key))).toEqual([
    'back',
    'toggle',
    'forward',
    'note',
    'help',
  ]);
  expect(act('K')).toBe('toggle');
});

test('ignores other keys, and combinations with Ctrl, Alt or ⌘', () => {
  for (const key of ['Enter', ' ', 'ArrowLeft', 'm', 'Dead']) expect(act(key)).toBeNull();
  for (const modifier of ['ctrlKey', 'altKey', 'metaKey']) expect(act('k', { [modifier]: true })).toBeNull();
});

test('repeats only skipping while a key is held down', () => {
  expect(act('l', { repeat: true })).toBe('forward');
  expect(act('k', { repeat: true })).toBeNull();
  expect(act('n', { repeat: true })).toBeNull();
});
