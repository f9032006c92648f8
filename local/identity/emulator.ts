import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';

export type EmulatorOptions = { host: string; port: number; projectId: string; accountsFile: string };

export type EmulatorMessage =
  | { kind: 'ready' }
  | { kind: 'failed'; code: string; message: string }
  | { kind: 'link'; email: string; purpose: string; link: string };

export type Emulator = {
  /** host:port, for firebase-admin and the proxy. */
  address: string;
  /** When people can sign in; rejects with a sentence when the emulator does not start. */
  ready: Promise<void>;
  /** Resolves with a sentence if it ends without having been asked to. */
  lost: Promise<string>;
  stop(): Promise<void>;
};

const startLimit = 120_000;
const stopLimit = 3_000;

const started = (child: ChildProcess, options: EmulatorOptions): Promise<void> =>
  new Promise((resolve, reject) => {
    const fail = (why: string) => reject(new Error(`The Auth emulator did not start: ${why}`));
    const timer = setTimeout(() => fail(`not ready after ${startLimit / 1000} s.`), startLimit);
    child.on('message', (message: EmulatorMessage) => {
      if (message.kind === 'ready') resolve();
      if (message.kind === 'failed')
        fail(
          message.code === 'EADDRINUSE'
            ? `port ${options.port} on ${options.host} is taken by another process: set AUTH_EMULATOR_PORT to a free one.`
            : message.message,
        );
    });
    child.once('exit', (code, signal) => fail(`its process ended (${signal ?? `exit code ${code}`}).`));
    child.once('error', (error) => fail(error.message));
    child.once('exit', () => clearTimeout(timer));
    child.on('message', () => clearTimeout(timer));
  });

/**
 * Starts the Auth emulator beside everything else; nobody has to wait for it until somebody signs in.
 * @param onLink is told the links that Firebase would send by e-mail.
 */
export const startEmulator = (
  options: EmulatorOptions,
  onLink: (link: Extract<EmulatorMessage, { kind: 'link' }>) => void,
): Emulator => {
  const child = fork(join(import.meta.dirname, 'emulator-process.ts'), {
    env: { ...process.env, LYCEUM_EMULATOR: JSON.stringify(options) },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  let stopping = false;
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
  const ready = started(child, options);
  // Whoever awaits it is told; until then a failure must not end the process.
  ready.catch(() => {});
  child.on('message', (message: EmulatorMessage) => {
    if (message.kind === 'link') onLink(message);
  });
  return {
    address: `${options.host.includes(':') ? `[${options.host}]` : options.host}:${options.port}`,
    ready,
    lost: new Promise((resolve) => {
      ended.then(() => {
        if (!stopping) resolve('The Auth emulator has ended: nobody can sign in. Start Lyceum again.');
      });
    }),
    stop: async () => {
      stopping = true;
      if (child.connected) child.disconnect();
      const timer = setTimeout(() => child.kill('SIGKILL'), stopLimit);
      await ended;
      clearTimeout(timer);
    },
  };
};
