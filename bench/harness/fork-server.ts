import { fork } from 'node:child_process';
import { once } from 'node:events';
import { basename } from 'node:path';
import { rejectAfter } from '#concurrency/reject-after.ts';

type ForkedServer = {
  port: number;
  pid: number;
  /** Lets the process exit. Has no effect if it has already ended. */
  end: () => void;
};

/** Only ends what hangs: a virtual machine that is paused for minutes must not fail a benchmark. */
const startTimeoutMs = 420_000;

/**
 * Starts a server in a process of its own. The process sends the number of its port when it is ready, and exits when it is
 * disconnected.
 * @param file the absolute path of its program.
 * @throws Error if the process ends before it is ready, or is not ready after seven minutes. Then it is killed.
 */
export const forkServer = async (
  file: string,
  env: NodeJS.ProcessEnv = process.env,
): Promise<ForkedServer> => {
  const child = fork(file, { env });
  const failAtExit = async (): Promise<never> => {
    const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
    throw new Error(`${basename(file)} ended with ${signal ?? code} before it was ready.`);
  };
  try {
    const ready = Promise.race([once(child, 'message'), failAtExit()]);
    const message = `${basename(file)} was not ready after ${startTimeoutMs / 1_000} s.`;
    const end = () => {
      if (child.connected) child.disconnect();
    };
    const [port] = (await rejectAfter(startTimeoutMs, ready, message)) as [number];
    return { port, pid: child.pid ?? 0, end };
  } catch (error) {
    child.kill('SIGKILL');
    throw error;
  }
};
