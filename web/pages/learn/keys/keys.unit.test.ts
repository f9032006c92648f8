import { expect, test } from 'vitest';
import { keyActOf } from './keys.ts';

const plain = { ctrlKey: false, altKey: false, metaKey: false, repeat: false };
const act = (key: string, with_: Partial<typeof plain> = {}) => keyActOf({ key, ...plain, ...with_ });

test('J K L N and ?, in either case', () => {
  expect(['j', 'k', 'l', 'n', '?'].map((key) => act(key))).toEqual([
    'back',
    'toggle',
    'forward',
    'note',
    'help',
  ]);
  expect(act('K')).toBe('toggle');
});

test('other keys, and these with Ctrl, Alt or ⌘, are not ours', () => {
  for (const key of ['Enter', ' ', 'ArrowLeft', 'm', 'Dead']) expect(act(key)).toBeNull();
  for (const modifier of ['ctrlKey', 'altKey', 'metaKey']) expect(act('k', { [modifier]: true })).toBeNull();
});

test('a key that is held down skips on, and does nothing else again', () => {
  expect(act('l', { repeat: true })).toBe('forward');
  expect(act('k', { repeat: true })).toBeNull();
  expect(act('n', { repeat: true })).toBeNull();
});
