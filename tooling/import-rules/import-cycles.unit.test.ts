import { expect, test } from 'vitest';
import { findImportCycles } from './import-cycles.ts';

const imports = (...pairs: [string, string][]) =>
  pairs.map(([file, target]) => ({ file, specifier: `#${target}`, target }));

test('finds nothing if imports lead in one direction', () => {
  expect(
    findImportCycles(
      imports(
        ['api/a/one.ts', 'api/b/two.ts'],
        ['api/b/two.ts', 'api/c/three.ts'],
        ['api/a/one.ts', 'api/c/three.ts'],
      ),
    ),
  ).toEqual([]);
});

test('finds the shortest cycle of files', () => {
  expect(
    findImportCycles(
      imports(['a.ts', 'b.ts'], ['b.ts', 'c.ts'], ['c.ts', 'd.ts'], ['d.ts', 'a.ts'], ['c.ts', 'b.ts']),
    ),
  ).toEqual(['circular import: b.ts -> c.ts -> b.ts\n    b.ts imports c.ts\n    c.ts imports b.ts']);
});

test('finds a cycle of sibling folders whose files do not form a cycle', () => {
  expect(
    findImportCycles(imports(['api/a/one.ts', 'api/b/two.ts'], ['api/b/three.ts', 'api/a/four.ts'])),
  ).toEqual([
    'circular import: api/a -> api/b -> api/a\n    api/a/one.ts imports api/b/two.ts\n    api/b/three.ts imports api/a/four.ts',
  ]);
});

test('finds a cycle of folders deep inside a folder', () => {
  const deep = imports(['api/x/a/one.ts', 'api/x/b/two.ts'], ['api/x/b/three.ts', 'api/x/a/deep/four.ts']);
  expect(findImportCycles(deep)).toHaveLength(1);
});

test('lets a folder and the files beside it import each other', () => {
  expect(
    findImportCycles(imports(['api/main.ts', 'api/a/one.ts'], ['api/a/two.ts', 'api/shared.ts'])),
  ).toEqual([]);
});

test('does not report cycles between top-level folders, which the import rules govern', () => {
  expect(findImportCycles(imports(['api/a.ts', 'web/b.ts'], ['web/c.ts', 'api/d.ts']))).toEqual([]);
});
