import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Client } from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readPostmasterFile } from './postmaster-file.ts';
import { startPostgresServer } from './server.ts';

let folder: string;

beforeEach(() => {
  // Nobody else may enter it: run as root this is where PostgreSQL's own account cannot go by itself.
  folder = mkdtempSync(join(tmpdir(), 'lyceum-server-'));
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

/** Runs, and is not merely a dead entry that nobody has collected yet. */
const alive = (pid: number) =>
  /^[^Z]/.test(spawnSync('ps', ['-o', 'stat=', '-p', `${pid}`], { encoding: 'utf8' }).stdout);

test('keeps its data over a stop, and two stand side by side', async () => {
  const data = join(folder, 'one');
  await using other = await startPostgresServer({ folder: join(folder, 'two'), volatile: true });
  const first = await startPostgresServer({ folder: data });
  expect(first.url).not.toBe(other.url);
  await query(first.url, "create table kept as select 'Ä' as letter");
  await first.stop();
  expect(alive(first.pid)).toBe(false);

  await using again = await startPostgresServer({ folder: data });
  expect(await query(again.url, 'select lower(letter) as letter from kept')).toEqual([{ letter: 'ä' }]);
});

test('asks for its password', async () => {
  await using server = await startPostgresServer({ folder, volatile: true });
  const url = new URL(server.url);
  url.password = 'another';
  await expect(query(url.href, 'select 1')).rejects.toThrow(/password authentication failed/);
});

/** Starts a server in a process of its own, commits a row in it and gives what a kill would leave behind. */
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
  ['its parent', false],
  ['its parent and itself', true],
])('starts with its data after kill -9 of %s', async (_, serverToo) => {
  const left = await startInProcess();
  if (serverToo) process.kill(left.pid, 'SIGKILL');
  await left.kill();

  await using again = await startPostgresServer({ folder });
  expect(await query(again.url, 'select one from committed')).toEqual([{ one: 1 }]);
  expect(alive(left.pid)).toBe(false);
});

test('starts though the number in postmaster.pid belongs to another program by now', async () => {
  const first = await startPostgresServer({ folder });
  await first.stop();
  writeFileSync(join(folder, 'cluster', 'postmaster.pid'), `${process.pid}\n${folder}/cluster\n1\n1\n`);
  await using again = await startPostgresServer({ folder });
  expect(readPostmasterFile(join(folder, 'cluster'))?.pid).toBe(again.pid);
});

test('says what the server said when it does not start', async () => {
  await expect(
    startPostgresServer({ folder, volatile: true, settings: { shared_buffers: 'nonsense' } }),
  ).rejects.toThrow(/invalid value for parameter "shared_buffers"/);
});
