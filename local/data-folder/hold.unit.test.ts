import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { holdDataFolder } from './hold.ts';

let folder: string;
beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'lyceum-hold-')), 'data');
});
afterEach(() => rmSync(join(folder, '..'), { recursive: true, force: true }));

test('a folder is held once, and by nobody but its owner', () => {
  const release = holdDataFolder(folder);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  expect(() => holdDataFolder(folder)).toThrow(`already runs on the data folder ${folder}`);
  release();
  holdDataFolder(folder)();
});

test('a folder that cannot be written to is named, with what to set', () => {
  writeFileSync(join(folder, '..', 'a-file'), '');
  const inFile = join(folder, '..', 'a-file', 'data');
  expect(() => holdDataFolder(inFile)).toThrow(
    /^Lyceum cannot write to the data folder .*a-file\/data \(ENOTDIR.*\)\. Set DATA_DIR/,
  );
});

test('a killed process holds nothing', async () => {
  const holder = spawn(process.execPath, [
    '--input-type=module',
    '--eval',
    `const { holdDataFolder } = await import(${JSON.stringify(join(import.meta.dirname, 'hold.ts'))});
     holdDataFolder(${JSON.stringify(folder)});
     console.log('held');
     setInterval(() => {}, 1000);`,
  ]);
  await once(holder.stdout, 'data');
  expect(() => holdDataFolder(folder)).toThrow(`process ${holder.pid}`);
  holder.kill('SIGKILL');
  await once(holder, 'exit');
  holdDataFolder(folder)();
});

test('another process that got the number of the holder does not hold it', () => {
  holdDataFolder(folder)();
  writeFileSync(join(folder, 'running.pid'), `${process.pid}\nlong ago\n`);
  holdDataFolder(folder)();
});
