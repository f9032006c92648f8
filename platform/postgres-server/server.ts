/**
 * A PostgreSQL of one's own, from the binaries that npm installs: for the one-machine edition, which keeps its
 * data, and for tests, which throw it away. It listens on loopback on a free port, asks for a password that is made
 * once and kept beside the cluster (other people of the machine reach loopback too), and writes its log to a file.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, renameSync, statSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Account, chooseAccount } from './account.ts';
import { findBinaries } from './binaries.ts';
import { ensureCluster, passwordOf } from './cluster.ts';
import { stopLeftover } from './leftover.ts';
import { readPostmasterFile } from './postmaster-file.ts';

export type PostgresServer = AsyncDisposable & {
  /** `postgres://…` of the database `postgres`, as its owner. */
  url: string;
  pid: number;
  /** Settles when the server ends, wanted or not. */
  ended: Promise<void>;
  /** The server's own log file. */
  logFile: string;
  /** Ends all sessions, writes everything out and stops; 8 s at most, then by force (the next start recovers). */
  stop: () => Promise<void>;
};

export type PostgresServerOptions = {
  /** Holds `cluster/`, `postgres.log` and the password. The caller has it for itself. */
  folder: string;
  /** Settings of postgresql.conf, given on the command line. */
  settings?: Record<string, string>;
  /** Throw-away data: nothing waits for the disk. */
  volatile?: boolean;
};

const startLimit = 60_000;
const stopLimit = 8_000;

const freePort = (): Promise<number> =>
  new Promise((found, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() =>
        address && typeof address === 'object' ? found(address.port) : reject(new Error('No free port.')),
      );
    });
  });

/** One older log is kept, so that the file cannot grow for ever. */
const openLog = (file: string): number => {
  if (existsSync(file) && statSync(file).size > 5_000_000) renameSync(file, `${file}.1`);
  return openSync(file, 'a', 0o600);
};

const lastLines = (file: string, from: number): string =>
  readFileSync(file).subarray(from).toString('utf8').trim().split('\n').slice(-8).join('\n');

const launch = (
  account: Account,
  port: number,
  options: PostgresServerOptions,
  log: number,
): ChildProcess => {
  const settings: Record<string, string> = {
    listen_addresses: '127.0.0.1',
    port: `${port}`,
    unix_socket_directories: '',
    max_connections: '200',
    lc_messages: 'C',
    ...(options.volatile ? { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off' } : {}),
    ...options.settings,
  };
  const [file, args] = account.command(join(account.binaries, 'bin', 'postgres'), [
    ...['-D', account.dataFolder],
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]);
  // A group of its own: Ctrl-C in a terminal reaches us, and we stop it when nobody needs it any more.
  return spawn(file, args, { ...account.ids, cwd: '/', detached: true, stdio: ['ignore', log, log] });
};

const isReady = (dataFolder: string, pid: number | undefined): boolean => {
  const file = readPostmasterFile(dataFolder);
  return file?.pid === pid && file?.ready === true;
};

/** Tells the server to end (SIGINT: without waiting for its sessions) and waits; then by force. */
const stopChild = async (child: ChildProcess, ended: Promise<void>) => {
  child.kill('SIGINT');
  const inTime = new AbortController();
  const limit = wait(stopLimit, 'late', { signal: inTime.signal }).catch(() => 'in time');
  if ((await Promise.race([ended, limit])) === 'late') child.kill('SIGQUIT');
  inTime.abort();
  await ended;
};

/** One try on one port: the running server, or null when it ended before it was ready. */
const tryStart = async (account: Account, options: PostgresServerOptions, log: number) => {
  const port = await freePort();
  const child = launch(account, port, options, log);
  let running = true;
  const ended = new Promise<void>((settle) => {
    const end = () => {
      running = false;
      settle();
    };
    child.once('exit', end);
    child.once('error', end);
  });
  const limit = Date.now() + startLimit;
  while (running && !isReady(account.dataFolder, child.pid)) {
    if (Date.now() > limit) await stopChild(child, ended);
    else await wait(15);
  }
  return running ? { child, ended, port } : null;
};

const addressOf = (password: string, port: number) =>
  `postgres://postgres:${password}@127.0.0.1:${port}/postgres`;

const accountFor = (folder: string): Account =>
  chooseAccount({
    binaries: findBinaries(),
    dataFolder: join(folder, 'cluster'),
    key: createHash('sha256').update(folder).digest('hex').slice(0, 16),
  });

/** Whether something accepts connections there. */
const listens = (port: number): Promise<boolean> =>
  new Promise((found) => {
    const line = connect({ port, host: '127.0.0.1' });
    const end = (heard: boolean) => {
      line.destroy();
      found(heard);
    };
    line.setTimeout(2_000, () => end(false));
    line.once('connect', () => end(true));
    line.once('error', () => end(false));
  });

/** The address of a server that another process has started on the folder, or null where none runs. */
export const findPostgresServer = async (given: string): Promise<string | null> => {
  const folder = resolve(given);
  const file = readPostmasterFile(accountFor(folder).dataFolder);
  if (file === null || !file.ready || file.port === null || !(await listens(file.port))) return null;
  return addressOf(passwordOf(folder), file.port);
};

/**
 * Starts the server, first making its cluster where there is none and stopping what a killed process left behind.
 * @throws Error with the end of the server's log when it does not get ready (60 s at most for each of three tries).
 */
export const startPostgresServer = async (options: PostgresServerOptions): Promise<PostgresServer> => {
  const folder = resolve(options.folder);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const account = accountFor(folder);
  await stopLeftover(account.dataFolder);
  const password = passwordOf(folder);
  await ensureCluster(account, password, { sync: !options.volatile });
  const logFile = join(folder, 'postgres.log');
  const log = openLog(logFile);
  const logStart = statSync(logFile).size;
  try {
    // Another program may take the port in between, or a dying session still hold the shared memory: try again.
    for (const pause of [0, 300, 1_500]) {
      await wait(pause);
      const started = await tryStart(account, options, log);
      if (!started) continue;
      const { child, ended, port } = started;
      // Where no signal comes with our death (not Linux), at least an orderly exit takes the server along.
      const onExit = () => child.kill('SIGINT');
      process.once('exit', onExit);
      ended.then(() => process.off('exit', onExit));
      const stop = () => stopChild(child, ended);
      return {
        url: addressOf(password, port),
        pid: child.pid ?? 0,
        ended,
        logFile,
        stop,
        [Symbol.asyncDispose]: stop,
      };
    }
  } finally {
    closeSync(log);
  }
  throw new Error(`PostgreSQL did not start:\n${lastLines(logFile, logStart)}\n(whole log: ${logFile})`);
};
