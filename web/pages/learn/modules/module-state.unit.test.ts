import { expect, test } from 'vitest';
import { moduleState, moduleWord } from './module-state.ts';

const outline = (completedModules: number, started = true) =>
  [1, 2, 3, 4, 5].map((module) => moduleState(module, { started, completedModules }));

test('before the start all are locked', () => {
  expect(outline(0, false)).toEqual(['locked', 'locked', 'locked', 'locked', 'locked']);
});

test('what is completed is done, one is next, the others are open', () => {
  expect(outline(0)).toEqual(['next', 'open', 'open', 'open', 'open']);
  expect(outline(3)).toEqual(['done', 'done', 'done', 'next', 'open']);
  expect(outline(5)).toEqual(['done', 'done', 'done', 'done', 'done']);
});

test('each has a word, also the one that is shown', () => {
  expect((['done', 'next', 'open', 'locked'] as const).map((state) => moduleWord(state, false))).toEqual([
    'Done',
    'Ready',
    'Open',
    'Locked',
  ]);
  expect((['done', 'next', 'open'] as const).map((state) => moduleWord(state, true))).toEqual([
    'Done · Current',
    'Current',
    'Current',
  ]);
});
