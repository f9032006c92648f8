import { expect, test } from 'vitest';
import { describeModuleState, getModuleState } from './module-state.ts';

const outline = (completedModules: number, started = true) =>
  [1, 2, 3, 4, 5].map((module) => getModuleState(module, { started, completedModules }));

test('all modules are locked before the start', () => {
  expect(outline(0, false)).toEqual(['locked', 'locked', 'locked', 'locked', 'locked']);
});

test('completed modules are done, one is next, the others are open', () => {
  expect(outline(0)).toEqual(['next', 'open', 'open', 'open', 'open']);
  expect(outline(3)).toEqual(['done', 'done', 'done', 'next', 'open']);
  expect(outline(5)).toEqual(['done', 'done', 'done', 'done', 'done']);
});

test('every state has a label, and the current module has a label of its own', () => {
  expect(
    (['done', 'next', 'open', 'locked'] as const).map((state) => describeModuleState(state, false)),
  ).toEqual(['Done', 'Up next', 'Available', 'Locked']);
  expect((['done', 'next', 'open'] as const).map((state) => describeModuleState(state, true))).toEqual([
    'Done · Current',
    'Current',
    'Current',
  ]);
});
