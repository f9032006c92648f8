import { expect, test } from 'vitest';
import { openingPlace, placeInAddress } from './opening-place.ts';

const opened = (address: string, left: { module: number; second: number } | null, completedModules = 0) => {
  const { module, second } = openingPlace({ search: new URLSearchParams(address), left, completedModules });
  return [module, second];
};
const left = { module: 4, second: 33 };

test('the place in the address wins', () => {
  expect(opened('module=3&second=84', left)).toEqual([3, 84]);
  expect(opened('module=4&second=0', left)).toEqual([4, 0]);
});

test('a module alone goes on where it was left, another begins', () => {
  expect(opened('module=4', left)).toEqual([4, 33]);
  expect(opened('module=2', left)).toEqual([2, 0]);
});

test('without an address it goes on at the place that was left', () => {
  expect(opened('', left, 1)).toEqual([4, 33]);
  expect(opened('tab=quiz', left)).toEqual([4, 33]);
});

test.each([
  [0, 1],
  [3, 4],
  [5, 5],
])('where nothing was left, after %i completed modules it begins at module %i', (completed, module) => {
  expect(opened('', null, completed)).toEqual([module, 0]);
});

test.each([
  'module=0',
  'module=6',
  'module=1.5',
  'module=-1',
  'module=x',
  'module=',
  'second=5',
  'module=1e0',
])('?%s names no place', (address) => {
  expect(placeInAddress(new URLSearchParams(address))).toBeNull();
});

test('a second that is none is left out', () => {
  for (const second of ['-1', 'x', '', '86401', '999999999999'])
    expect(placeInAddress(new URLSearchParams({ module: '2', second }))).toEqual({ module: 2, second: null });
});
