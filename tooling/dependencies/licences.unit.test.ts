import { expect, test } from 'vitest';
import { type Exception, findLicenceProblems, isPermissive, type Lock } from './licences.ts';

test.each([
  ['MIT', true],
  ['(MIT OR GPL-3.0-only)', true],
  ['GPL-3.0-only OR (MIT AND ISC)', true],
  ['MIT AND ISC AND BSD-3-Clause', true],
  ['MIT AND GPL-3.0-only', false],
  ['(MIT OR ISC) AND AGPL-3.0-only', false],
  ['GPL-3.0-only', false],
  ['MPL-2.0', false],
  ['MIT WITH something', false],
  ['(MIT', false],
  ['MIT MIT', false],
  ['SEE LICENSE IN LICENSE.md', false],
  ['UNLICENSED', false],
  ['', false],
])('decides whether the expression %j is permissive: %s', (expression, expected) => {
  expect(isPermissive(expression)).toBe(expected);
});

const lock: Lock = {
  packages: {
    '': { license: 'MIT' },
    'node_modules/good': { license: 'MIT', optionalDependencies: { '@good/linux': '1.0.0' } },
    'node_modules/@good/linux': { optional: true },
    'node_modules/good/node_modules/copyleft': { license: 'AGPL-3.0-only' },
    'node_modules/silent': {},
    'node_modules/old': {},
    'node_modules/own': { link: true },
  },
};
const installed = (path: string) => (path === 'node_modules/old' ? 'MIT OR Apache-2.0' : null);
const copyleft: Exception = { name: 'copy*', licence: 'AGPL-3.0-only', reason: 'a test' };
const silent: Exception = { name: 'silent', licence: null, reason: 'a test' };

test('finds a forbidden licence and a missing one, and nothing else', () => {
  expect(findLicenceProblems(lock, installed, [])).toEqual([
    'copyleft (node_modules/good/node_modules/copyleft) has the licence "AGPL-3.0-only", which is not permissive.',
    'silent (node_modules/silent) states no licence.',
  ]);
});

test('accepts an exception only for the licence that it names', () => {
  expect(findLicenceProblems(lock, installed, [copyleft, silent])).toEqual([]);
  const [first, , third] = findLicenceProblems(lock, installed, [
    { ...copyleft, licence: 'GPL-2.0-only' },
    silent,
  ]);
  expect(first).toContain('"AGPL-3.0-only"');
  expect(third).toBeUndefined();
});

test('accepts an optional package that could not be built, with its optional parts, but not a dependency that is not optional', () => {
  const packages = {
    'node_modules/whole': { license: 'MIT', optionalDependencies: { native: '1.0.0' } },
    'node_modules/native': { optional: true, dependencies: { 'native-build': '1.0.0', silent: '1.0.0' } },
    'node_modules/native-build': { optional: true },
    'node_modules/silent': {},
  };
  expect(findLicenceProblems({ packages }, () => null, [])).toEqual([
    'silent (node_modules/silent) states no licence.',
  ]);
});

test('reports an exception that no package needs', () => {
  const unused: Exception = { name: 'gone', licence: 'MPL-2.0', reason: 'a test' };
  expect(findLicenceProblems(lock, installed, [copyleft, silent, unused])).toEqual([
    'The exception for gone with the licence "MPL-2.0" is not needed any more. Delete it.',
  ]);
});
