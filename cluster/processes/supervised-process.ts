import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

export type ProcessOptions = {
  name: string;
  command: readonly [string, ...string[]];
  env: Record<string, string | undefined>;
  cwd: string;
  /** Output is appended to this file. */
  logFile: string;
  ids: { uid: number; gid: number } | null;
};

/** A process that is restarted when it ends, as Docker or systemd would do. */
export type SupervisedProcess = {
  readonly name: string;
  readonly logFile: string;
  /** The process id; 0 while the process is not running. */
  readonly pid: number;
  start(): void;
  /** Sends a signal to the process. @throws Error if it is not running. */
  signal(signal: NodeJS.Signals): void;
  /** Kills the process at once. It is not restarted until `start` is called. Resolves when it has ended. */
  kill(): Promise<void>;
  /** Ends the process with SIGTERM, and with SIGKILL after a timeout. It is not started again until `start` is called. */
  stop(timeoutMs: number): Promise<void>;
  /** Returns the last lines of its output. */
  lastLines(): string;
};

const restartPauseMs = 500;
const shownLines = 15;

/** Creates a process that `start` launches. It receives SIGTERM when the current process ends, even if the current process is killed. */
export const createSupervisedProcess = (options: ProcessOptions): SupervisedProcess => {
  const { name, command, env, cwd, logFile, ids } = options;
  let child: ChildProcess | null = null;
  let ended: Promise<void> = Promise.resolve();
  let isWanted = false;

  const launch = () => {
    const log = openSync(logFile, 'a', 0o600);
    const accountArguments = ids ? ['--reuid', `${ids.uid}`, '--regid', `${ids.gid}`, '--clear-groups'] : [];
    // Ctrl-C reaches only this process, which stops the others in order.
    const started = spawn('setpriv', [...accountArguments, '--pdeathsig', 'TERM', '--', ...command], {
      ...{ cwd, env: env as NodeJS.ProcessEnv, detached: true, stdio: ['ignore', log, log] },
    });
    closeSync(log);
    child = started;
    ended = new Promise((resolve) => {
      const end = () => {
        child = null;
        resolve();
      };
      started.once('exit', end);
      started.once('error', end);
    });
    ended.then(async () => {
      await sleep(restartPauseMs);
      if (isWanted && child === null) launch();
    });
  };

  return {
    name,
    logFile,
    get pid() {
      return child?.pid ?? 0;
    },
    start: () => {
      isWanted = true;
      if (child === null) launch();
    },
    signal: (signal) => {
      if (!child?.kill(signal)) throw new Error(`${name} is not running, so it cannot get ${signal}.`);
    },
    kill: async () => {
      isWanted = false;
      child?.kill('SIGKILL');
      await ended;
    },
    stop: async (timeoutMs) => {
      isWanted = false;
      child?.kill('SIGTERM');
      const timer = setTimeout(() => child?.kill('SIGKILL'), timeoutMs);
      await ended;
      clearTimeout(timer);
    },
    lastLines: () => {
      try {
        return readFileSync(logFile, 'utf8').trim().split('\n').slice(-shownLines).join('\n');
      } catch {
        return '';
      }
    },
  };
};
