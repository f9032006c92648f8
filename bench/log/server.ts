/** The PostgreSQL that everybody is measured on: one of the benchmark's own, or one that is given. */
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { startPostgresServer } from '#platform/postgres-server/server.ts';

export type Server = AsyncDisposable & {
  about: string;
  /** Makes an empty database; dropped with `drop`. */
  createDatabase: (name: string) => Promise<string>;
  drop: (name: string) => Promise<void>;
};

/** Memory as a small server of one's own would have it; everything that touches durability is as it comes. */
const settings = {
  max_connections: '200',
  shared_buffers: '1GB',
  max_wal_size: '8GB',
  checkpoint_timeout: '30min',
};

const onServer = async (url: string, sql: string) => {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<Record<string, string>>(sql);
    return rows;
  } finally {
    await client.end();
  }
};

const describe = async (url: string, what: string): Promise<string> => {
  const rows = await onServer(
    url,
    `select current_setting('server_version') as version, string_agg(name || '=' || setting || coalesce(unit, ''), ' ')
       as settings from pg_settings where name in ('shared_buffers', 'synchronous_commit', 'fsync', 'wal_sync_method',
       'max_wal_size', 'full_page_writes', 'checkpoint_timeout')`,
  );
  return `PostgreSQL ${rows[0]?.version} (${what}), ${rows[0]?.settings}; Node ${process.version}; ${cpus().length} × ${cpus()[0]?.model}`;
};

const serverAt = async (url: string, what: string, stop: () => Promise<void>): Promise<Server> => {
  const drop = async (name: string) => {
    await onServer(url, `drop database if exists ${name} with (force)`);
  };
  return {
    about: await describe(url, what),
    createDatabase: async (name) => {
      await drop(name);
      await onServer(url, `create database ${name} template template0 encoding 'UTF8'`);
      const address = new URL(url);
      address.pathname = `/${name}`;
      return address.href;
    },
    drop,
    [Symbol.asyncDispose]: stop,
  };
};

const startOwn = async (what: string, environment: Record<string, string> = {}): Promise<Server> => {
  const folder = mkdtempSync(join(tmpdir(), 'lyceum-bench-'));
  Object.assign(process.env, environment);
  const server = await startPostgresServer({ folder, settings }).finally(() => {
    for (const name of Object.keys(environment)) delete process.env[name];
  });
  return serverAt(server.url, what, async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  });
};

export const openServer = (given: string | undefined): Promise<Server> =>
  given ? serverAt(given, 'given', async () => {}) : startOwn('embedded');

/**
 * A disk that takes a millisecond to flush: a library that the server loads before libc, in which `fsync` and
 * `fdatasync` sleep for a millisecond and then do what they always do. Everybody who commits waits for it alike.
 */
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

/** @returns a sentence instead, where it cannot be had. */
export const openSlowDisk = async (): Promise<Server | string> => {
  if (process.platform !== 'linux') return 'A slow disk is simulated on Linux only.';
  const folder = mkdtempSync(join(tmpdir(), 'lyceum-slow-disk-'));
  chmodSync(folder, 0o755);
  const [source, library] = [join(folder, 'slow-sync.c'), join(folder, 'slow-sync.so')];
  writeFileSync(source, slowSync);
  try {
    execFileSync('cc', ['-shared', '-fPIC', '-O2', '-o', library, source, '-ldl'], { stdio: 'pipe' });
  } catch {
    return 'A slow disk needs a C compiler (cc) to be simulated.';
  }
  const server = await startOwn('embedded, every flush to disk takes 1 ms more', { LD_PRELOAD: library });
  return {
    ...server,
    [Symbol.asyncDispose]: async () => {
      await server[Symbol.asyncDispose]();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
