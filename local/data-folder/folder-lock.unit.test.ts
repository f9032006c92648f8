import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { lockDataFolder } from './folder-lock.ts';

let folder: string;
beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'lyceum-hold-')), 'data');
});
afterEach(() => rmSync(join(folder, '..'), { recursive: true, force: true }));

test('locks a folder only once, and lets only its owner access it', () => {
  const release = lockDataFolder(folder);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  expect(() => lockDataFolder(folder)).toThrow(`is already running on the data folder ${folder}`);
  release();
  lockDataFolder(folder)();
});

test('names a folder that is not writable, and the setting to change, in the error', () => {
  writeFileSync(join(folder, '..', 'a-file'), '');
  const inFile = join(folder, '..', 'a-file', 'data');
  expect(() => lockDataFolder(inFile)).toThrow(
    /^Lyceum cannot write to the data folder .*a-file\/data \(ENOTDIR.*\)\. Set DATA_DIR/,
  );
});

test('ignores the lock of a killed process', async () => {
  const otherProcess = spawn(process.execPath, [
    '--input-type=module',
    '--eval',
    `const { lockDataFolder } = await import(${JSON.stringify(join(import.meta.dirname, 'folder-lock.ts'))});
     lockDataFolder(${JSON.stringify(folder)});
     console.log('held');
     setInterval(() => {}, 1000);`,
  ]);
  await once(otherProcess.stdout, 'data');
  expect(() => lockDataFolder(folder)).toThrow(`process ${otherProcess.pid}`);
  otherProcess.kill('SIGKILL');
  await once(otherProcess, 'exit');
  expect(() => lockDataFolder(folder)()).not.toThrow();
});

test('ignores a lock whose process id was reused by another process', () => {
  lockDataFolder(folder)();
  writeFileSync(join(folder, 'running.pid'), `${process.pid}\nlong ago\n`);
  expect(() => lockDataFolder(folder)()).not.toThrow();
});

const hasFlock = spawnSync('flock', ['--version']).status === 0;

test.runIf(hasFlock)(
  'refuses a folder that a process in another container has locked, although its id identifies no process here',
  () => {
    const release = lockDataFolder(folder);
    writeFileSync(join(folder, 'running.pid'), `${process.pid}\nlong ago\n`);
    expect(() => lockDataFolder(folder)).toThrow(
      `is already running on the data folder ${folder} (perhaps in another container). Stop it`,
    );
    release();
    lockDataFolder(folder)();
  },
);

test('ignores the guard of a process that was killed while it removed a lock', () => {
  lockDataFolder(folder)();
  const file = join(folder, 'running.pid');
  for (const leftover of [file, `${file}.removal`]) writeFileSync(leftover, `${process.pid}\nlong ago\n`);
  expect(() => lockDataFolder(folder)()).not.toThrow();
});

test('lets exactly one of several processes take over the lock of a killed process', async () => {
  lockDataFolder(folder)();
  writeFileSync(join(folder, 'running.pid'), `${process.pid}\nlong ago\n`);
  const program = `const { lockDataFolder } = await import(${JSON.stringify(join(import.meta.dirname, 'folder-lock.ts'))});
    console.log('ready');
    process.stdin.once('data', () => {
      try { lockDataFolder(${JSON.stringify(folder)}); console.log('held'); } catch { console.log('refused'); }
    });`;
  const processes = Array.from({ length: 5 }, () =>
    spawn(process.execPath, ['--input-type=module', '--eval', program]),
  );
  const readLine = async ({ stdout }: (typeof processes)[number]) =>
    String((await once(stdout, 'data'))[0]).trim();
  await Promise.all(processes.map(readLine));
  const outcomes = Promise.all(processes.map(readLine));
  for (const { stdin } of processes) stdin.write('go\n');
  expect((await outcomes).toSorted()).toEqual(['held', 'refused', 'refused', 'refused', 'refused']);
  for (const child of processes) child.kill('SIGKILL');
});
