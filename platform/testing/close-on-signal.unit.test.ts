import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

/** The source of a program that opens a folder and a process, prints both, and fails when the process ends. */
const source = `
  import { spawn } from 'node:child_process';
  import { once } from 'node:events';
  import { mkdtempSync, rmSync } from 'node:fs';
  import { tmpdir } from 'node:os';
  import { join } from 'node:path';
  import { setTimeout as sleep } from 'node:timers/promises';
  import { closeOnSignal } from ${JSON.stringify(join(import.meta.dirname, 'close-on-signal.ts'))};
  const folder = mkdtempSync(join(tmpdir(), 'lyceum-close-on-signal-'));
  closeOnSignal(async () => {
    await sleep(100);
    rmSync(folder, { recursive: true });
  });
  const child = spawn('sleep', ['600']);
  const ended = once(child, 'exit');
  closeOnSignal(async () => {
    child.kill();
    await ended;
  });
  console.log(JSON.stringify({ folder, pid: child.pid }));
  await ended;
  throw new Error('The process of the program has ended.');
`;

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)('%s ends the processes of a program and removes its folders', async (signal, exitCode) => {
  const program = spawn(process.execPath, ['--input-type=module', '--eval', source], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  onTestFinished(() => void program.kill('SIGKILL'));
  const exited = once(program, 'exit');
  const [output] = await once(program.stdout, 'data');
  const { folder, pid } = JSON.parse(String(output)) as { folder: string; pid: number };
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  program.kill(signal);
  expect(await exited).toEqual([exitCode, null]);
  expect(existsSync(folder)).toBe(false);
  expect(() => process.kill(pid, 0)).toThrow('ESRCH');
});
