import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { longFiles, longFirst } from './long-first.ts';

const root = join(import.meta.dirname, '..', '..');

test('each file that is named as long is there', () => {
  expect(longFiles.filter((name) => !existsSync(join(root, name)))).toEqual([]);
});

test('they come first, in the order in which they are named; the others after them, as they were', () => {
  const [first = '', second = ''] = longFiles;
  const files = ['e2e/b.ts', second, 'e2e/a.ts', first].map((name) => ({ moduleId: `/lyceum/${name}` }));
  expect(longFirst(files).map(({ moduleId }) => moduleId.slice('/lyceum/'.length))).toEqual([
    ...[first, second, 'e2e/b.ts', 'e2e/a.ts'],
  ]);
});
