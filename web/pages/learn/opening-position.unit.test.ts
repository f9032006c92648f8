import { expect, test } from 'vitest';
import { findOpeningPosition, parseAddressPosition } from './opening-position.ts';

const openAt = (address: string, stored: { module: number; second: number } | null, completedModules = 0) => {
  const { module, second } = findOpeningPosition({
    search: new URLSearchParams(address),
    stored,
    completedModules,
  });
  return [module, second];
};
const stored = { module: 4, second: 33 };

test('prefers the position in the address', () => {
  expect(openAt('module=3&second=84', stored)).toEqual([3, 84]);
  expect(openAt('module=4&second=0', stored)).toEqual([4, 0]);
});

test('resumes the module in the address if it is the stored one, and starts any other module at its beginning', () => {
  expect(openAt('module=4', stored)).toEqual([4, 33]);
  expect(openAt('module=2', stored)).toEqual([2, 0]);
});

test('resumes at the stored position', () => {
  expect(openAt('', stored, 1)).toEqual([4, 33]);
  expect(openAt('tab=quiz', stored)).toEqual([4, 33]);
});

test.each([
  [0, 1],
  [3, 4],
  [5, 5],
])('without a stored position and with %i completed modules, starts at module %i', (completed, module) => {
  expect(openAt('', null, completed)).toEqual([module, 0]);
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
])('finds no position in ?%s', (address) => {
  expect(parseAddressPosition(new URLSearchParams(address))).toBeNull();
});

test('ignores an invalid second', () => {
  for (const second of ['-1', 'x', '', '86401', '999999999999'])
    expect(parseAddressPosition(new URLSearchParams({ module: '2', second }))).toEqual({
      module: 2,
      second: null,
    });
});
