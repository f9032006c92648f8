import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const documents = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.md'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file !== '');
const scripts: Record<string, string> = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).scripts;

/** As sites that show Markdown make an anchor of a heading. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} -]/gu, '')
    .trim()
    .replaceAll(' ', '-');

const anchorsOf = (text: string) =>
  [...text.matchAll(/^#+ (.+)$/gm)].map((match) => anchorOf(match[1] ?? ''));

const brokenLinks = (file: string): string[] => {
  const text = readFileSync(join(root, file), 'utf8');
  return [...text.matchAll(/\]\((?!https?:|mailto:)([^)\s]+)\)/g)]
    .map((match) => match[1] ?? '')
    .filter((link) => {
      const [path = '', anchor] = link.split('#');
      const target = path === '' ? join(root, file) : join(root, dirname(file), path);
      if (!existsSync(target)) return true;
      return anchor !== undefined && !anchorsOf(readFileSync(target, 'utf8')).includes(anchor);
    });
};

/** Paths of ours in back-quotes that name one file or folder; patterns and placeholders are left alone. */
const missingPaths = (file: string): string[] =>
  [
    ...readFileSync(join(root, file), 'utf8').matchAll(
      /`((?:[\w.-]+\/)+[\w.-]*\.(?:ts|tsx|sql|sh|conf|yml))`/g,
    ),
  ]
    .map((match) => match[1] ?? '')
    .filter((path) => !path.includes('NAME'))
    .filter((path) => !existsSync(join(root, path)) && !existsSync(join(root, dirname(file), path)));

const missingScripts = (file: string): string[] =>
  [...readFileSync(join(root, file), 'utf8').matchAll(/npm run ([\w:-]+)/g)]
    .map((match) => match[1] ?? '')
    .filter((script) => !(script in scripts));

/** Programs of ours that a reader would run with the Node of their machine, which need not know TypeScript. */
const withoutOurNode = (file: string): string[] =>
  [...readFileSync(join(root, file), 'utf8').matchAll(/(npx )?node [\w./-]+\.ts/g)]
    .filter((match) => match[1] === undefined)
    .map((match) => match[0]);

// In production they run in a container, which has no other Node.
test.each(documents.filter((file) => file !== 'docs/production.md'))(
  '%s runs programs with our own Node',
  (file) => {
    expect(withoutOurNode(file)).toEqual([]);
  },
);

test.each(documents)('%s leads to what is there', (file) => {
  expect({
    links: brokenLinks(file),
    paths: missingPaths(file),
    scripts: missingScripts(file),
  }).toEqual({ links: [], paths: [], scripts: [] });
});
