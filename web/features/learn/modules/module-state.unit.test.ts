import { expect, test } from 'vitest';
import { moduleState, moduleWord } from './module-state.ts';
import { fullTitle, titleBeside } from './module-title.ts';

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

test('a module whose video has no name is called by its number, once', () => {
  expect([fullTitle(3, 'Metaphor'), titleBeside(3, 'Metaphor')]).toEqual(['Module 3: Metaphor', 'Metaphor']);
  expect([fullTitle(3, 'Module 3'), titleBeside(3, 'Module 3')]).toEqual(['Module 3', null]);
});
