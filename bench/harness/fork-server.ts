import { fork } from 'node:child_process';
import { receiveMessage } from './receive-message.ts';

type ForkedServer = {
  port: number;
  pid: number;
  /** Lets the process exit. Has no effect if it has already ended. */
  end: () => void;
};

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
  const end = () => {
    if (child.connected) child.disconnect();
  };
  try {
    const port = (await receiveMessage(child, file)) as number;
    return { port, pid: child.pid ?? 0, end };
  } catch (error) {
    child.kill('SIGKILL');
    throw error;
  }
};
