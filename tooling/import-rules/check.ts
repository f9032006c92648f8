/**
 * `npm run walls`: refuses imports that break the rules in `rules.ts`, and circular imports. With `--write-docs` it first
 * writes the rules into `docs/architecture.md`.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findImportCycles } from './import-cycles.ts';
import {
  folderRules,
  type ImportRule,
  partsOfClient,
  renderRules,
  testsMayImport,
  webRules,
} from './rules.ts';
import { listSources, readImports, resolveSpecifier, type SourceImport } from './source-imports.ts';

const isInside = (target: string, path: string) => target === path || target.startsWith(`${path}/`);
const isInsideAny = (target: string, paths: readonly string[]) =>
  paths.some((path) => isInside(target, path));
const ruleFor = (file: string, rules: readonly ImportRule[]) =>
  rules.find(({ folder }) => isInside(file, folder));
const topFolder = (path: string) => path.split('/')[0] ?? '';
const isTest = (file: string) => /\.(test|setup)\.tsx?$/.test(file) || /(^|\/)testing\//.test(file);

/** Returns the reason why a file of the client must not import another file of the client, or null if it may. */
const findWebViolation = (file: string, target: string): string | null => {
  const rule = ruleFor(file, webRules);
  const targetRule = ruleFor(target, webRules);
  if (!rule || !targetRule) return null;
  if (isInsideAny(target, rule.canImport)) return null;
  const folderOf = (path: string) => path.split('/').slice(0, 3).join('/');
  if (folderOf(file) === folderOf(target)) return null;
  return `${rule.folder}/ must not import ${rule === targetRule ? 'another part of ' : ''}${targetRule.folder}/`;
};

/** Returns the reason why a file must not import a specifier, or null if it may. */
export const findViolation = (file: string, specifier: string): string | null => {
  const target = resolveSpecifier(file, specifier);
  const rule = ruleFor(file, folderRules);
  if (target === null || !rule) return null;
  const clientPart = partsOfClient.find((path) => isInside(file, path));
  if (clientPart !== undefined && !isTest(file) && !isInsideAny(target, partsOfClient))
    return `${clientPart}/ is part of the client and must not import ${target}`;
  if (topFolder(target) === rule.folder) return rule.folder === 'web' ? findWebViolation(file, target) : null;
  if (specifier.startsWith('.')) return `a relative path leaves ${rule.folder}/; write #${target}`;
  const allowed = isTest(file) ? [...rule.canImport, ...testsMayImport] : rule.canImport;
  return isInsideAny(target, allowed) ? null : `${rule.folder}/ must not import ${topFolder(target)}/`;
};

const describeViolation = ({ file, specifier }: SourceImport): string[] => {
  const violation = findViolation(file, specifier);
  return violation === null ? [] : [`${file} imports '${specifier}': ${violation}`];
};

const documentFile = join(import.meta.dirname, '..', '..', 'docs', 'architecture.md');
const rulesInDocument = /(?<=<!-- import-rules:begin -->\n).*(?=<!-- import-rules:end -->)/s;

/** Returns the rules as `docs/architecture.md` shows them. */
export const readDocumentedRules = (): string =>
  (rulesInDocument.exec(readFileSync(documentFile, 'utf8'))?.[0] ?? '').trim();

if (import.meta.main) {
  if (process.argv.includes('--write-docs')) {
    const text = readFileSync(documentFile, 'utf8');
    writeFileSync(documentFile, text.replace(rulesInDocument, `\n${renderRules()}\n\n`));
  }
  const files = listSources();
  const imports = readImports(files);
  const problems = [
    ...imports.flatMap(describeViolation),
    ...findImportCycles(imports.filter(({ file }) => !isTest(file))),
  ];
  for (const problem of problems) process.stderr.write(`${problem}\n`);
  process.stdout.write(`import rules: ${files.length} files, ${problems.length} problems\n`);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
