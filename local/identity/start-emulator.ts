import { type ChildProcess, fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { EmailLink } from './format-email-link.ts';

export type EmulatorOptions = {
  host: string;
  port: number;
  projectId: string;
  accountsFile: string;
  /** The emulator answers only requests whose path begins with the secret. The secret is random by default. */
  secret?: string;
  /**
   * The `Host` headers that are accepted in addition to `host:port`; all by default. They protect a secret that is not random: pages
   * on the internet can connect to an address of this machine, but cannot send these names.
   */
  hosts?: readonly string[];
  /**
   * Once the file has this size, accounts can still be removed, and codes from e-mails redeemed, but no other change is accepted. Default:
   * 8 MB, about 20,000 accounts.
   */
  maxAccountsFileBytes?: number;
};

export type EmulatorProcessOptions = EmulatorOptions & { secret: string };

export type EmulatorMessage =
  | { kind: 'ready' }
  | { kind: 'failed'; code: string; message: string }
  | ({ kind: 'link' } & EmailLink);

export type Emulator = {
  /**
   * host:port/secret, for firebase-admin and the proxy. The secret gives access to all accounts, so nobody else may learn it.
   */
  address: string;
  /** Resolves when users can sign in; rejects with an Error that says why if the emulator does not start. */
  ready: Promise<void>;
  /** Resolves with a message if the emulator stops unexpectedly. */
  unexpectedEnd: Promise<string>;
  stop(): Promise<void>;
};

const startTimeoutMs = 120_000;
const stopTimeoutMs = 3_000;

const waitUntilReady = (child: ChildProcess, options: EmulatorOptions): Promise<void> =>
  new Promise((resolve, reject) => {
    const fail = (reason: string) => reject(new Error(`The Auth emulator did not start: ${reason}`));
    const timer = setTimeout(() => fail(`not ready after ${startTimeoutMs / 1000} s.`), startTimeoutMs);
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
 * Starts the Auth emulator. The other services can start in the meantime; only sign-ins wait for it.
 * @param onLink called with links that Firebase would send by e-mail.
 */
export const startEmulator = (options: EmulatorOptions, onLink: (link: EmailLink) => void): Emulator => {
  const secret = options.secret ?? randomBytes(32).toString('base64url');
  const processOptions: EmulatorProcessOptions = { ...options, secret };
  const child = fork(join(import.meta.dirname, 'emulator-process.ts'), {
    env: { ...process.env, LYCEUM_EMULATOR: JSON.stringify(processOptions) },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  let isStopping = false;
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
  const ready = waitUntilReady(child, options);
  // A failure before this promise is awaited must not end the process.
  ready.catch(() => {});
  child.on('message', (message: EmulatorMessage) => {
    if (message.kind === 'link') onLink(message);
  });
  return {
    address: `${options.host.includes(':') ? `[${options.host}]` : options.host}:${options.port}/${secret}`,
    ready,
    unexpectedEnd: new Promise((resolve) => {
      ended.then(() => {
        if (!isStopping) resolve('The Auth emulator has stopped, so nobody can sign in. Start Lyceum again.');
      });
    }),
    stop: async () => {
      isStopping = true;
      if (child.connected) child.disconnect();
      const timer = setTimeout(() => child.kill('SIGKILL'), stopTimeoutMs);
      await ended;
      clearTimeout(timer);
    },
  };
};
