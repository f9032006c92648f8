import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  chmodSync,
  cpSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { createScratchFolder } from '../testing/scratch-folder.ts';
import { readPostmasterFile } from './postmaster-file.ts';
import { findPostgresServer, startPostgresServer } from './server.ts';

let template: string;
let folder: string;

beforeAll(async () => {
  template = createScratchFolder('lyceum-server-template-');
  const server = await startPostgresServer({ folder: template, isVolatile: true });
  await server.stop();
});

afterAll(() => rmSync(template, { recursive: true, force: true }));

beforeEach(() => {
  folder = createScratchFolder('lyceum-server-');
  // Most tests use a copy of one cluster, because creating one takes PostgreSQL a second of processor time.
  cpSync(template, folder, { recursive: true });
  chmodSync(join(folder, 'cluster'), 0o700);
  // If root runs the test, PostgreSQL runs under another account, which cannot enter a folder with this mode.
  chmodSync(folder, 0o700);
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

const query = async <T extends Record<string, unknown>>(url: string, sql: string): Promise<T[]> => {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<T>(sql)).rows;
  } finally {
    await client.end();
  }
};

/** Returns whether a process runs and is not a zombie. */
const isAlive = (pid: number) =>
  /^[^Z]/.test(spawnSync('ps', ['-o', 'stat=', '-p', `${pid}`], { encoding: 'utf8' }).stdout);

test('keeps its data across a restart, and runs alongside another server', async () => {
  const keptFolder = join(folder, 'one');
  await using other = await startPostgresServer({ folder: join(folder, 'two'), isVolatile: true });
  const first = await startPostgresServer({ folder: keptFolder });
  expect(first.url).not.toBe(other.url);
  await query(first.url, "create table kept as select 'Ä' as letter");
  await first.stop();
  expect(isAlive(first.pid)).toBe(false);

  await using again = await startPostgresServer({ folder: keptFolder });
  expect(await query(again.url, 'select lower(letter) as letter from kept')).toEqual([{ letter: 'ä' }]);
});

test.runIf(process.platform === 'linux')(
  'keeps the shared memory of throw-away data in its folder, so that both are removed after a crash',
  async () => {
    await using _server = await startPostgresServer({ folder, isVolatile: true });
    expect(readdirSync(join(folder, 'cluster', 'pg_dynshmem'))).not.toEqual([]);
  },
);

test('requires its password', async () => {
  await using server = await startPostgresServer({ folder, isVolatile: true });
  const url = new URL(server.url);
  url.password = 'another';
  await expect(query(url.href, 'select 1')).rejects.toThrow(/password authentication failed/);
});

test.each([
  ['PGOPTIONS', '-c search_path=another'],
  ['PGOPTIONS', '-c unknown=on'],
  ['PGSSLMODE', 'require'],
  ['PGSSLNEGOTIATION', 'direct'],
  ['PGCLIENTENCODING', 'unknown'],
  ['PGDATESTYLE', 'unknown'],
])('starts and accepts connections even if %s is set to %s, for another database', async (name, value) => {
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
  vi.stubEnv(name, value);
  await using server = await startPostgresServer({ folder, isVolatile: true });
  const readPath = async (url: string | null) =>
    (await query(url ?? '', "select current_setting('search_path') as path"))[0]?.path;
  expect(await readPath(server.url)).toBe('"$user", public');
  // Starting the server has removed the variable. Another process that looks for the server still has it.
  vi.stubEnv(name, value);
  expect(await readPath(await findPostgresServer(folder))).toBe('"$user", public');
});

test.each([
  ['empty', (file: string) => truncateSync(file)],
  ['full of zero bytes', (file: string) => writeFileSync(file, Buffer.alloc(48))],
  ['missing', (file: string) => rmSync(file)],
])('keeps its data if the file of its password is %s, as after a power failure', async (_, damage) => {
  const first = await startPostgresServer({ folder });
  await query(first.url, 'create table committed as select 1 as one');
  await first.stop();
  damage(join(folder, 'postgres-password'));
  const second = await startPostgresServer({ folder });
  expect(await query(second.url, 'select one from committed')).toEqual([{ one: 1 }]);
  await second.stop();
  await using third = await startPostgresServer({ folder });
  expect(third.url.split('@')[0]).toBe(second.url.split('@')[0]);
  expect(await query(third.url, 'select one from committed')).toEqual([{ one: 1 }]);
});

/** Starts a server in a child process that can be killed, and commits a row. */
const startInProcess = async () => {
  const module = join(import.meta.dirname, 'server.ts');
  const child = spawn(
    process.execPath,
    [
      '--input-type=module',
      '--eval',
      `const { startPostgresServer } = await import(${JSON.stringify(module)});
       const server = await startPostgresServer({ folder: ${JSON.stringify(folder)} });
       console.log(JSON.stringify({ url: server.url, pid: server.pid }));
       setInterval(() => {}, 1000);`,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  const server = JSON.parse(line) as { url: string; pid: number };
  await query(server.url, 'create table committed as select 1 as one');
  const kill = async () => {
    child.kill('SIGKILL');
    await once(child, 'exit');
  };
  return { ...server, kill };
};

test.each([
  ['the parent process', false],
  ['the parent process and the server', true],
])('recovers its data after kill -9 of %s', async (_, isServerKilled) => {
  const leftover = await startInProcess();
  if (isServerKilled) process.kill(leftover.pid, 'SIGKILL');
  await leftover.kill();

  await using again = await startPostgresServer({ folder });
  expect(await query(again.url, 'select one from committed')).toEqual([{ one: 1 }]);
  expect(isAlive(leftover.pid)).toBe(false);
});

test('starts even if the process id in postmaster.pid now belongs to another program', async () => {
  const first = await startPostgresServer({ folder });
  await first.stop();
  writeFileSync(join(folder, 'cluster', 'postmaster.pid'), `${process.pid}\n${folder}/cluster\n1\n1\n`);
  await using again = await startPostgresServer({ folder });
  expect(readPostmasterFile(join(folder, 'cluster'))?.pid).toBe(again.pid);
});

test('keeps its log small while it runs', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  await using server = await startPostgresServer({ folder, settings: { log_statement: 'all' } });
  appendFileSync(server.logFile, 'x'.repeat(6_000_000));
  vi.advanceTimersByTime(60_000);
  await query(server.url, "select 'after the rotation'");
  expect(statSync(server.logFile).size).toBeLessThan(100_000);
  expect(readFileSync(server.logFile, 'utf8')).toContain('after the rotation');
  expect(statSync(`${server.logFile}.1`)).toMatchObject({ mode: 0o100_600 });
  expect(readFileSync(`${server.logFile}.1`, 'utf8')).toContain('ready to accept connections');
});

test('reports the server log if the server does not start', async () => {
  await expect(
    startPostgresServer({ folder, isVolatile: true, settings: { shared_buffers: 'nonsense' } }),
  ).rejects.toThrow(/invalid value for parameter "shared_buffers"/);
});
