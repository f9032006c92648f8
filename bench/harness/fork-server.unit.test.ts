import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { forkServer } from './fork-server.ts';

const writeProgram = (source: string): string => {
  const folder = mkdtempSync(join(tmpdir(), 'lyceum-fork-server-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'server.mjs');
  writeFileSync(file, source);
  return file;
};

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

test('returns the port that the server sends', async () => {
  const server = await forkServer(
    writeProgram(`process.send(8123); process.on('disconnect', () => process.exit());`),
  );
  server.end();
  expect(server.port).toBe(8123);
});

test('rejects if the process ends before it is ready', async () => {
  await expect(forkServer(writeProgram('process.exit(3);'))).rejects.toThrow(
    'server.mjs ended with 3 before it sent a message.',
  );
});

test('ending a server that has already ended does nothing', async () => {
  const server = await forkServer(writeProgram('process.send(8123, () => process.exit());'));
  await expect.poll(() => isRunning(server.pid)).toBe(false);
  server.end();
});
