import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

/** The source of a benchmark that opens a folder and a process, prints both, and fails when the process ends. */
const source = `
  import { spawn } from 'node:child_process';
  import { mkdtempSync, rmSync } from 'node:fs';
  import { tmpdir } from 'node:os';
  import { join } from 'node:path';
  import { setTimeout as sleep } from 'node:timers/promises';
  import { closeOnSignal } from ${JSON.stringify(join(import.meta.dirname, 'close-on-signal.ts'))};
  import { waitForEnd } from ${JSON.stringify(join(import.meta.dirname, 'wait-for-end.ts'))};
  const folder = mkdtempSync(join(tmpdir(), 'lyceum-close-on-signal-'));
  closeOnSignal(async () => {
    await sleep(100);
    rmSync(folder, { recursive: true });
  });
  const child = spawn('sleep', ['600']);
  console.log(JSON.stringify({ folder, pid: child.pid }));
  await waitForEnd(child);
  throw new Error('The process of the benchmark has ended.');
`;

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)('%s ends the processes of a benchmark and removes its folders', async (signal, exitCode) => {
  const benchmark = spawn(process.execPath, ['--input-type=module', '--eval', source], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  onTestFinished(() => void benchmark.kill('SIGKILL'));
  const exited = once(benchmark, 'exit');
  const [output] = await once(benchmark.stdout, 'data');
  const { folder, pid } = JSON.parse(String(output)) as { folder: string; pid: number };
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  benchmark.kill(signal);
  expect(await exited).toEqual([exitCode, null]);
  expect(existsSync(folder)).toBe(false);
  expect(() => process.kill(pid, 0)).toThrow('ESRCH');
});
