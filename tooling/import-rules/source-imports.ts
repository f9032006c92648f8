import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { parseSync } from 'oxc-parser';

/** An import of one of our own files. Paths are relative to the root of the repository. */
export type SourceImport = { file: string; specifier: string; target: string };

const sourceFile = /\.(ts|tsx|js|mjs)$/;

/** Returns all tracked and new source files below the current folder. */
export const listSources = (): string[] =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' })
    .split('\n')
    .filter((file) => sourceFile.test(file) && !file.endsWith('.d.ts') && existsSync(file));

/** Returns the path from the root that a specifier of a file names, or null for a package. */
export const resolveSpecifier = (file: string, specifier: string): string | null => {
  if (specifier.startsWith('#')) return specifier.slice(1);
  if (specifier.startsWith('.')) return normalize(join(dirname(file), specifier));
  return null;
};

const specifiersOf = (file: string): string[] => {
  const text = readFileSync(file, 'utf8');
  const { module } = parseSync(file, text);
  const imports = module.staticImports.map(({ moduleRequest }) => moduleRequest.value);
  const dynamicImports = module.dynamicImports.map(({ moduleRequest }) =>
    text.slice(moduleRequest.start + 1, moduleRequest.end - 1),
  );
  const reexports = module.staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ moduleRequest }) => (moduleRequest ? [moduleRequest.value] : [])),
  );
  return [...new Set([...imports, ...dynamicImports, ...reexports])];
};

/** Returns the imports of our own files in the given files. */
export const readImports = (files: readonly string[]): SourceImport[] =>
  files.flatMap((file) =>
    specifiersOf(file).flatMap((specifier) => {
      const target = resolveSpecifier(file, specifier);
      return target === null ? [] : [{ file, specifier, target }];
    }),
  );
