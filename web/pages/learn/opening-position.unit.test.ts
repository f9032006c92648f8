import { expect, test } from 'vitest';
import { openingPosition, parseAddressPosition } from './opening-position.ts';

const opened = (address: string, left: { module: number; second: number } | null, completedModules = 0) => {
  const { module, second } = openingPosition({
    search: new URLSearchParams(address),
    left,
    completedModules,
  });
  return [module, second];
};
const left = { module: 4, second: 33 };

test('prefers the position in the address', () => {
  expect(opened('module=3&second=84', left)).toEqual([3, 84]);
  expect(opened('module=4&second=0', left)).toEqual([4, 0]);
});

test('resumes a module in the address if it was left there, and otherwise starts it', () => {
  expect(opened('module=4', left)).toEqual([4, 33]);
  expect(opened('module=2', left)).toEqual([2, 0]);
});

test('resumes at the stored position', () => {
  expect(opened('', left, 1)).toEqual([4, 33]);
  expect(opened('tab=quiz', left)).toEqual([4, 33]);
});

test.each([
  [0, 1],
  [3, 4],
  [5, 5],
])('without a stored position and with %i completed modules, starts at module %i', (completed, module) => {
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
])('?%s contains no position', (address) => {
  expect(parseAddressPosition(new URLSearchParams(address))).toBeNull();
});

test('ignores an invalid second', () => {
  for (const second of ['-1', 'x', '', '86401', '999999999999'])
    expect(parseAddressPosition(new URLSearchParams({ module: '2', second }))).toEqual({
      module: 2,
      second: null,
    });
});
