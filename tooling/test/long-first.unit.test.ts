import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { longFiles, longFirst } from './long-first.ts';

const root = join(import.meta.dirname, '..', '..');

test('lists only files that exist', () => {
  expect(longFiles.filter((name) => !existsSync(join(root, name)))).toEqual([]);
});

test('puts the long files first, in the listed order, and keeps the order of the others', () => {
  const [first = '', second = ''] = longFiles;
  const files = ['e2e/b.ts', second, 'e2e/a.ts', first].map((name) => ({ moduleId: `/lyceum/${name}` }));
  expect(longFirst(files).map(({ moduleId }) => moduleId.slice('/lyceum/'.length))).toEqual([
    ...[first, second, 'e2e/b.ts', 'e2e/a.ts'],
  ]);
});
