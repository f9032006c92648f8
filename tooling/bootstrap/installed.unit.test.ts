import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

// The bootstrap runs without packages, so it is JavaScript and has no types.
const { whyInstall } = (await import(join(import.meta.dirname, 'installed.mjs'))) as {
  whyInstall: (root: string) => string | null;
};

const lock = JSON.stringify({ packages: { '': {}, 'node_modules/koa': { version: '3.3.0' } } });

test.each([
  ['nothing if the installed packages are those of the lock file', lock, null],
  ['that a package is missing', '{"packages":{}}', 'node_modules/koa is missing'],
  ['that the record is damaged if it is empty', '', 'the record of the installed ones is damaged'],
  [
    'that the record is damaged if it lists no packages',
    'null',
    'the record of the installed ones is damaged',
  ],
])('says %s', (_, record, reason) => {
  const root = mkdtempSync(join(tmpdir(), 'lyceum-installed-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  mkdirSync(join(root, 'node_modules'));
  writeFileSync(join(root, 'package-lock.json'), lock);
  writeFileSync(join(root, 'node_modules', '.package-lock.json'), record);
  expect(whyInstall(root)).toBe(reason);
});
