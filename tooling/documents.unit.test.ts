import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { createLogger } from '#platform/logging.ts';

const root = join(import.meta.dirname, '..');
const documents = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.md'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file !== '');
const scripts: Record<string, string> = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).scripts;

/** Returns the anchor of a heading as Markdown renderers create it. */
const anchorOf = (heading: string) =>
  heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} -]/gu, '')
    .replaceAll(' ', '-');

const anchorsOf = (text: string) =>
  [...text.matchAll(/^#+ (.+)$/gm)].map((match) => anchorOf(match[1] ?? ''));

const findBrokenLinks = (file: string): string[] => {
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

/** Returns the absolute path of a file that a document names, from the root or from the folder of the document; undefined if there is none. */
const findNamedFile = (document: string, path: string): string | undefined =>
  [join(root, path), join(root, dirname(document), path)].find(existsSync);

/** Returns paths in backquotes that do not exist. Placeholders with NAME are ignored. */
const findMissingPaths = (file: string): string[] =>
  [
    ...readFileSync(join(root, file), 'utf8').matchAll(
      /`((?:[\w.-]+\/)+[\w.-]*\.(?:ts|tsx|sql|sh|conf|yml))`/g,
    ),
  ]
    .map((match) => match[1] ?? '')
    .filter((path) => !path.includes('NAME'))
    .filter((path) => findNamedFile(file, path) === undefined);

/** Returns names in backquotes that do not occur in the file in which the document says they are: `name` in `path`. */
const findMissingNames = (file: string): string[] =>
  [...readFileSync(join(root, file), 'utf8').matchAll(/`([\w.]+)(?:\(\))?` in `([\w./-]+\.tsx?)`/g)].flatMap(
    ([, name = '', path = '']) => {
      const target = findNamedFile(file, path);
      const pattern = new RegExp(`\\b${name.replaceAll('.', '\\.')}\\b`);
      return target && pattern.test(readFileSync(target, 'utf8')) ? [] : [`${name} in ${path}`];
    },
  );

const findMissingScripts = (file: string): string[] =>
  [...readFileSync(join(root, file), 'utf8').matchAll(/npm run ([\w:-]+)/g)]
    .map((match) => match[1] ?? '')
    .filter((script) => !(script in scripts));

/** Returns commands without `npx`: they would run with the reader's own Node, which may not support TypeScript. */
const findCommandsWithoutNpx = (file: string): string[] =>
  [...readFileSync(join(root, file), 'utf8').matchAll(/(npx )?node [\w./-]+\.ts/g)]
    .filter((match) => match[1] === undefined)
    .map((match) => match[0]);

// In production the commands run in a container with our Node.
const aboutContainers = ['docs/production.md', 'docs/backups.md', 'docs/runbooks.md', 'docs/kubernetes.md'];
test.each(documents.filter((file) => !aboutContainers.includes(file)))(
  '%s runs programs with npx',
  (file) => {
    expect(findCommandsWithoutNpx(file)).toEqual([]);
  },
);

test.each(documents)('%s contains no broken links, paths, names or scripts', (file) => {
  expect({
    links: findBrokenLinks(file),
    paths: findMissingPaths(file),
    names: findMissingNames(file),
    scripts: findMissingScripts(file),
  }).toEqual({ links: [], paths: [], names: [], scripts: [] });
});

/** Returns the lines that the logger of a service writes for warnings and errors. */
const logWarningsAndErrors = (): string => {
  let lines = '';
  const logger = createLogger({
    service: 'test',
    destination: {
      write: (line) => {
        lines += line;
      },
    },
  });
  for (const level of ['warn', 'error', 'fatal'] as const) logger[level]('');
  return lines;
};

test('each text that the runbooks search for in the output is in the log lines or the code of a service', () => {
  const runbooks = readFileSync(join(root, 'docs/runbooks.md'), 'utf8');
  const searched = [...runbooks.matchAll(/grep '([^']+)'/g)].map(([, text = '']) => text);
  expect(searched.length).toBeGreaterThan(4);
  const lines = logWarningsAndErrors();
  const folders = ['command-api', 'events', 'platform', 'projector', 'read-api'];
  for (const text of searched) {
    // A field of a log line, such as "level":"error", is in no source file.
    if (text.startsWith('"')) {
      expect(lines).toContain(text);
      continue;
    }
    const search = ['grep', '--files-with-matches', '--fixed-strings', text, '--', ...folders];
    expect(execFileSync('git', search, { cwd: root, encoding: 'utf8' })).not.toBe('');
  }
});

test('no runbook restarts containers after a change of a setting, because they would keep the old value', () => {
  const runbooks = readFileSync(join(root, 'docs/runbooks.md'), 'utf8');
  const steps = runbooks
    .split(/\n(?=\d+\. |\n)/)
    .filter((step) => /`[A-Z]+_[A-Z_]+(?:=\w+)?` in `\.env`/.test(step));
  expect(steps.length).toBeGreaterThan(1);
  for (const step of steps) expect(step).toContain('docker compose up -d --no-deps --wait ');
});

test('commands of kubectl in the runbooks name the namespace', () => {
  const runbooks = readFileSync(join(root, 'docs/runbooks.md'), 'utf8');
  const commands = [...runbooks.matchAll(/kubectl .*?`/g)].map(([command]) => command);
  expect(commands.length).toBeGreaterThan(1);
  for (const command of commands) expect(command).toMatch(/^kubectl -n lyceum /);
});
