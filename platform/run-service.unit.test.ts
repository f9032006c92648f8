import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

const importFrom = (name: string, file: string) =>
  `import { ${name} } from ${JSON.stringify(join(import.meta.dirname, file))};`;

/**
 * Runs a service in a process of its own, and sends SIGTERM when it begins to start.
 * @param start the source that its start function runs after it has printed "starting".
 * @param shutdownTimeoutMs the time within which the process exits after the signal.
 * @returns the exit code.
 */
const terminateDuringStart = async (start: string, shutdownTimeoutMs: number): Promise<unknown> => {
  const source = `
    ${importFrom('createSilentLogger', 'logging.ts')}
    ${importFrom('runService', 'run-service.ts')}
    const timer = setInterval(() => {}, 1_000);
    const start = async () => { process.stdout.write('starting'); ${start} };
    await runService(createSilentLogger(), start, ${shutdownTimeoutMs});
  `;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', source], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  const exited = once(child, 'exit');
  await once(child.stdout, 'data');
  child.kill('SIGTERM');
  const [code] = await exited;
  return code;
};

test('exits after the timeout if it is told to stop while it is starting, and the start does not end', async () => {
  expect(await terminateDuringStart('await new Promise(() => {});', 100)).toBe(1);
});

test('closes the service if it is told to stop while it is starting, and the start ends in time', async () => {
  const stopped = "await new Promise((resolve) => process.once('SIGTERM', resolve));";
  const start = `${stopped} return { close: async () => clearInterval(timer) };`;
  expect(await terminateDuringStart(start, 3_600_000)).toBe(0);
});
