import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Account } from './choose-account.ts';
import { createSupervisedProcess, type SupervisedProcess } from './supervised-process.ts';

/** A folder with the data, the logs and the configuration of a cluster, and the processes that work in it. */
export type Workspace = AsyncDisposable & {
  folder: string;
  account: Account;
  /** Environment variables with which the programs find the libraries of the unpacked packages. */
  environment: Record<string, string>;
  /** Creates a folder that belongs to the account. Does nothing if it exists. @returns its path. */
  createFolder(name: string): string;
  /** Writes a configuration file that only the account can read. @returns its path. */
  writeConfiguration(name: string, text: string): string;
  /** Creates a process of the account, which the caller starts. When the workspace closes, processes stop in reverse order. */
  createProcess(name: string, command: readonly [string, ...string[]]): SupervisedProcess;
  /** Runs a function when the workspace is closed, after the processes that were created later have stopped. */
  defer(close: () => void | Promise<void>): void;
};

const stopTimeoutMs = 8_000;

/** Opens a workspace in a new temporary folder. @param shouldKeepFolder whether to keep the folder when the workspace is closed. */
export const openWorkspace = (
  account: Account,
  environment: Record<string, string>,
  shouldKeepFolder: boolean,
): Workspace => {
  const resources = new AsyncDisposableStack();
  const folder = mkdtempSync(join(tmpdir(), 'lyceum-cluster-'));
  chmodSync(folder, 0o711);
  resources.defer(() => {
    if (!shouldKeepFolder) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  });
  return {
    ...{ folder, account, environment },
    createFolder: (name) => {
      const path = join(folder, name);
      mkdirSync(path, { mode: 0o700, recursive: true });
      account.takeOwnership(path);
      return path;
    },
    writeConfiguration: (name, text) => {
      const file = join(folder, name);
      writeFileSync(file, text, { mode: 0o600 });
      account.takeOwnership(file);
      return file;
    },
    createProcess: (name, command) => {
      const created = createSupervisedProcess({
        ...{ name, command, cwd: '/', ids: account.ids, logFile: join(folder, `${name}.log`) },
        env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8', ...environment },
      });
      resources.defer(() => created.stop(stopTimeoutMs));
      return created;
    },
    defer: (close) => resources.defer(close),
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
};
