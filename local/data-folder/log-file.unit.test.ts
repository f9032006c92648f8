import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type LogFile, openLogFile } from './log-file.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lyceum-log-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const write = async (text: string) => {
  const log = openLogFile(join(folder, 'a.log'));
  log.write(text);
  await log.close();
};

test('appends to the file, readable only by its owner', async () => {
  await write('one ');
  await write('two');
  expect(readFileSync(join(folder, 'a.log'), 'utf8')).toBe('one two');
  expect(statSync(join(folder, 'a.log')).mode & 0o777).toBe(0o600);
});

test('starts a new file if the log is large, and keeps one older file', async () => {
  writeFileSync(join(folder, 'a.log'), Buffer.alloc(10_000_001));
  await write('new');
  expect(readFileSync(join(folder, 'a.log'), 'utf8')).toBe('new');
  expect(readdirSync(folder).toSorted()).toEqual(['a.log', 'a.log.1']);
});

test('starts a new file while lines are written, so that requests cannot fill the disk', async () => {
  const log = openLogFile(join(folder, 'a.log'));
  const line = `${'x'.repeat(999_999)}\n`;
  // A file is full after 11 lines, so the 35 lines fill three files and begin a fourth.
  for (let count = 0; count < 35; count += 1) log.write(line);
  await log.close();
  expect(readdirSync(folder).toSorted()).toEqual(['a.log', 'a.log.1']);
  const sizes = ['a.log', 'a.log.1'].map((name) => statSync(join(folder, name)).size);
  expect(sizes).toEqual([2_000_000, 11_000_000]);
  expect(statSync(join(folder, 'a.log')).mode & 0o777).toBe(0o600);
});

/** Writes just enough that the next line starts a new file. */
const fill = (log: LogFile) => {
  for (let count = 0; count < 11; count += 1) log.write('x'.repeat(1_000_000));
};

test('starts a new file even if somebody has deleted the file', async () => {
  const log = openLogFile(join(folder, 'a.log'));
  fill(log);
  rmSync(join(folder, 'a.log'));
  log.write('new');
  await log.close();
  expect(readdirSync(folder)).toEqual(['a.log']);
  expect(readFileSync(join(folder, 'a.log'), 'utf8')).toBe('new');
});

test('loses lines while no new file can be opened, does not fail, and continues afterwards', async () => {
  const log = openLogFile(join(folder, 'a.log'));
  fill(log);
  renameSync(folder, `${folder}-elsewhere`);
  log.write('lost');
  renameSync(`${folder}-elsewhere`, folder);
  log.write('kept');
  await log.close();
  expect(readdirSync(folder).toSorted()).toEqual(['a.log', 'a.log.1']);
  expect(readFileSync(join(folder, 'a.log'), 'utf8')).toBe('kept');
  expect(statSync(join(folder, 'a.log.1')).size).toBe(11_000_000);
});

test.runIf(process.platform === 'linux')('loses lines on a full disk, and does not fail', async () => {
  const log = openLogFile('/dev/full');
  log.write('lost');
  await new Promise((resolve) => setImmediate(resolve));
  expect(() => log.write('lost, too')).not.toThrow();
  await expect(log.close()).resolves.toBeUndefined();
});

test.runIf(process.platform === 'linux')('writes lines again when the disk has space again', async () => {
  const file = join(folder, 'a.log');
  symlinkSync('/dev/full', file);
  const log = openLogFile(file);
  log.write('lost');
  rmSync(file);
  const readLog = () => readFileSync(file, { encoding: 'utf8', flag: 'a+' });
  await expect
    .poll(() => {
      log.write('kept\n');
      return readLog();
    })
    .toContain('kept\n');
  await log.close();
  expect(readLog()).not.toContain('lost');
});
