import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

// The bootstrap runs without packages, so it is JavaScript. Its types are not known here.
const { withLock } = (await import(join(import.meta.dirname, 'lock.mjs'))) as {
  withLock: <T>(file: string, work: () => Promise<T>) => Promise<T>;
};

const ownLock = `${process.pid}`;
/** The first process of the system. */
const lockOfLiveProcess = '1';
const lockOfDeadProcess = `${spawnSync(process.execPath, ['--version']).pid}`;

/** Returns the path of a lock file in a folder of its own. */
const createFile = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'lyceum-lock-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'lock');
};
/** Returns the content of the lock file while the lock is held. */
const readWhileLocked = (file: string) => withLock(file, async () => readFileSync(file, 'utf8'));
const listFiles = (file: string) => readdirSync(join(file, '..'));

test.each([
  ['of a dead process', lockOfDeadProcess],
  ['that a power failure has emptied', ''],
  ['that is damaged', '-1'],
])('replaces a lock %s, and leaves no file', async (_, content) => {
  const file = createFile();
  writeFileSync(file, content);
  expect(await readWhileLocked(file)).toBe(ownLock);
  expect(listFiles(file)).toEqual([]);
});

test('also replaces the lock of a process that died while it replaced another one', async () => {
  const file = createFile();
  writeFileSync(file, lockOfDeadProcess);
  writeFileSync(`${file}.replace`, lockOfDeadProcess);
  expect(await readWhileLocked(file)).toBe(ownLock);
  expect(listFiles(file)).toEqual([]);
});

test.each([
  ['a live process holds it', '', lockOfLiveProcess],
  ['a live process replaces the lock of a dead one', '.replace', lockOfDeadProcess],
])('waits for the lock while %s', async (_, suffix, content) => {
  const file = createFile();
  writeFileSync(file, content);
  writeFileSync(file + suffix, lockOfLiveProcess);
  const locked = readWhileLocked(file);
  expect(readFileSync(file, 'utf8')).toBe(content);
  rmSync(file + suffix);
  expect(await locked).toBe(ownLock);
  expect(existsSync(file)).toBe(false);
});
