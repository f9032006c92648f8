import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { startPostgresServer } from '#platform/postgres-server/server.ts';
import { closeOnSignal } from '#platform/testing/close-on-signal.ts';

/** The PostgreSQL server on which all contestants are measured. */
export type Server = AsyncDisposable & {
  /** Its version, its settings and the machine. */
  description: string;
  /**
   * Creates a database: an empty one, or a copy of `template`, to which nobody may be connected. Replaces a database of the same name.
   * @returns its URL.
   */
  createDatabase: (name: string, template?: string) => Promise<string>;
  dropDatabase: (name: string) => Promise<void>;
};

/** The settings of a small dedicated server. All durability settings have their defaults. */
const settings = {
  max_connections: '200',
  shared_buffers: '1GB',
  max_wal_size: '8GB',
  checkpoint_timeout: '30min',
};

const runSql = async (url: string, sql: string) => {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<Record<string, string>>(sql);
    return rows;
  } finally {
    await client.end();
  }
};

const describeServer = async (url: string, kind: string): Promise<string> => {
  const rows = await runSql(
    url,
    `select current_setting('server_version') as version, string_agg(name || '=' || current_setting(name), ' ')
       as settings from pg_settings where name in ('shared_buffers', 'synchronous_commit', 'fsync', 'wal_sync_method',
       'max_wal_size', 'full_page_writes', 'checkpoint_timeout')`,
  );
  return `PostgreSQL ${rows[0]?.version} (${kind}), ${rows[0]?.settings}; Node ${process.version}; ${cpus().length} × ${cpus()[0]?.model}`;
};

/**
 * Connects to a running server and reads its description.
 * @param kind names the server in its description.
 * @param stop ends the server when it is disposed.
 */
const connectServer = async (url: string, kind: string, stop: () => Promise<void>): Promise<Server> => {
  const dropDatabase = async (name: string) => {
    await runSql(url, `drop database if exists ${name} with (force)`);
  };
  return {
    description: await describeServer(url, kind),
    createDatabase: async (name, template) => {
      await dropDatabase(name);
      const source = template === undefined ? `template0 encoding 'UTF8'` : `${template} strategy file_copy`;
      await runSql(url, `create database ${name} template ${source}`);
      const address = new URL(url);
      address.pathname = `/${name}`;
      return address.href;
    },
    dropDatabase,
    [Symbol.asyncDispose]: stop,
  };
};

const startEmbedded = async (
  kind: string,
  environment: Record<string, string> = {},
  moreSettings: Record<string, string> = {},
): Promise<Server> => {
  const folder = mkdtempSync(join(tmpdir(), 'lyceum-bench-'));
  // PostgreSQL inherits the environment of this process.
  Object.assign(process.env, environment);
  const starting = startPostgresServer({ folder, settings: { ...settings, ...moreSettings } }).finally(() => {
    for (const name of Object.keys(environment)) delete process.env[name];
  });
  const close = closeOnSignal(async () => {
    await starting.then(
      (server) => server.stop(),
      () => {},
    );
    rmSync(folder, { recursive: true, force: true });
  });
  try {
    return await connectServer((await starting).url, kind, close);
  } catch (error) {
    await close();
    throw error;
  }
};

/**
 * Connects to a server that keeps running after the benchmark. Databases that were created and not yet dropped are dropped if a signal
 * ends the benchmark.
 */
const connectGiven = async (url: string): Promise<Server> => {
  const server = await connectServer(url, 'given', async () => {});
  const drops = new Map<string, () => Promise<void>>();
  return {
    ...server,
    createDatabase: (name, template) => {
      const creating = server.createDatabase(name, template);
      const drop = async () => {
        await creating.catch(() => {});
        await server.dropDatabase(name);
      };
      drops.set(name, closeOnSignal(drop));
      return creating;
    },
    dropDatabase: async (name) => {
      const drop = drops.get(name);
      drops.delete(name);
      await (drop ? drop() : server.dropDatabase(name));
    },
  };
};

/**
 * Connects to the server at `url`, or starts an embedded one in a temporary folder if there is no `url`.
 * @param moreSettings settings of the embedded server that differ from those of other benchmarks.
 */
export const openServer = (
  url: string | undefined,
  moreSettings: Record<string, string> = {},
): Promise<Server> => (url ? connectGiven(url) : startEmbedded('embedded', {}, moreSettings));

/** The C source of a library for LD_PRELOAD that delays `fsync` and `fdatasync` by a millisecond, so that every commit waits longer. */
const slowSync = `
#define _GNU_SOURCE
#include <dlfcn.h>
#include <time.h>
static void wait_for_disk(void) {
  struct timespec pause = {0, 1000000};
  nanosleep(&pause, 0);
}
int fdatasync(int file) {
  static int (*real)(int);
  if (!real) real = (int (*)(int))dlsym(RTLD_NEXT, "fdatasync");
  wait_for_disk();
  return real(file);
}
int fsync(int file) {
  static int (*real)(int);
  if (!real) real = (int (*)(int))dlsym(RTLD_NEXT, "fsync");
  wait_for_disk();
  return real(file);
}
`;

/**
 * Starts a server with a simulated slow disk. @returns the server, or the reason why it cannot be started.
 * @param moreSettings settings that differ from those of other benchmarks.
 */
export const openSlowDiskServer = async (
  moreSettings: Record<string, string> = {},
): Promise<Server | string> => {
  if (process.platform !== 'linux') return 'The slow disk can be simulated on Linux only.';
  const folder = mkdtempSync(join(tmpdir(), 'lyceum-slow-disk-'));
  const removeFolder = closeOnSignal(() => rmSync(folder, { recursive: true, force: true }));
  chmodSync(folder, 0o755);
  const source = join(folder, 'slow-sync.c');
  const library = join(folder, 'slow-sync.so');
  writeFileSync(source, slowSync);
  try {
    execFileSync('cc', ['-shared', '-fPIC', '-O2', '-o', library, source, '-ldl'], { stdio: 'pipe' });
  } catch {
    await removeFolder();
    return 'Simulating the slow disk needs a C compiler (cc).';
  }
  const environment = { LD_PRELOAD: library };
  try {
    const server = await startEmbedded(
      'embedded, every flush to disk takes 1 ms more',
      environment,
      moreSettings,
    );
    return {
      ...server,
      [Symbol.asyncDispose]: async () => {
        await server[Symbol.asyncDispose]();
        await removeFolder();
      },
    };
  } catch (error) {
    await removeFolder();
    throw error;
  }
};
