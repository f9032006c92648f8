import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { closeOnSignal } from '#platform/testing/close-on-signal.ts';

const startTimeoutMs = 60_000;
const stopTimeoutMs = 12_000;

type ServiceOptions = {
  /** The working copy of the repository to which the file belongs. */
  cwd: string;
  port: number;
  env: NodeJS.ProcessEnv;
  /** The file that receives the output of the service. */
  logFile: string;
  /** Flags of Node, for example for a profile. */
  flags: string[];
};

export type ServiceProcess = { pid: number; end(): Promise<void> };

const isReady = (port: number): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(2_000) }).then(
    ({ ok }) => ok,
    () => false,
  );

/**
 * Starts a service in a process of its own. Its output goes to a file.
 * @throws Error with the end of the output if the service ends early or is not ready in time.
 */
export const startService = async (
  file: string,
  { cwd, port, env, logFile, flags }: ServiceOptions,
): Promise<ServiceProcess> => {
  const log = openSync(logFile, 'w');
  const child = spawn(process.execPath, [...flags, file], {
    cwd,
    env: { ...process.env, ...env, PORT: `${port}` },
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const end = closeOnSignal(async () => {
    child.kill('SIGTERM');
    const timer = setTimeout(() => child.kill('SIGKILL'), stopTimeoutMs);
    await ended;
    clearTimeout(timer);
  });
  const deadline = Date.now() + startTimeoutMs;
  while (!(await isReady(port))) {
    if (child.exitCode !== null || child.signalCode !== null || Date.now() > deadline) {
      await end();
      throw new Error(`${file} did not start:\n${readFileSync(logFile, 'utf8').slice(-4_000)}`);
    }
    await sleep(50);
  }
  return { pid: child.pid ?? 0, end };
};
