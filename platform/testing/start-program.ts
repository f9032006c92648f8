import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { longWait } from './long-wait.ts';

const root = join(import.meta.dirname, '..', '..');
const stopTimeoutMs = 20_000;
const maxKeptCharacters = 20_000;

export type RunningProgram = {
  pid: number;
  /** Ends the process with SIGTERM, and with SIGKILL if it has not ended within 20 s. */
  end(): Promise<void>;
};

/**
 * Starts a program of this repository in a process of its own and waits until it prints that it is ready.
 * @param file relative to the repository.
 * @throws Error with the end of its output if it ends before that, or is not ready after seven minutes.
 */
export const startProgram = async (
  file: string,
  args: readonly string[],
  { env, readyText }: { env: NodeJS.ProcessEnv; readyText: string },
): Promise<RunningProgram> => {
  const child = spawn(process.execPath, [file, ...args], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  let isRunning = true;
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output = (output + chunk.toString('utf8')).slice(-maxKeptCharacters);
    });
  const ended = new Promise<void>((resolve) => {
    child.once('close', () => {
      isRunning = false;
      resolve();
    });
  });
  const end = async () => {
    child.kill('SIGTERM');
    const timer = setTimeout(() => child.kill('SIGKILL'), stopTimeoutMs);
    await ended;
    clearTimeout(timer);
  };
  const deadline = Date.now() + longWait.timeout;
  while (!output.includes(readyText)) {
    if (!isRunning || Date.now() > deadline) {
      await end();
      throw new Error(`${file} did not start:\n${output}`);
    }
    await sleep(50);
  }
  return { pid: child.pid ?? 0, end };
};
