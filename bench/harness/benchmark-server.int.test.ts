import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { Client } from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';

/** The source of a benchmark that creates two databases, drops one of them, and waits. Its argument is the URL of the server. */
const source = `
  import { openServer } from ${JSON.stringify(join(import.meta.dirname, 'benchmark-server.ts'))};
  const server = await openServer(process.argv[1]);
  for (const name of ['lyceum_bench_dropped', 'lyceum_bench_open']) await server.createDatabase(name);
  await server.dropDatabase('lyceum_bench_dropped');
  console.log('ready');
  setInterval(() => {}, 1_000);
`;

test('a signal drops the databases that a benchmark has created on a given server', async () => {
  const serverUrl = inject('serverUrl');
  const client = new Client({ connectionString: serverUrl });
  await client.connect();
  onTestFinished(() => client.end());
  const listDatabases = async () => {
    const { rows } = await client.query<{ datname: string }>(
      `select datname from pg_database where datname in ('lyceum_bench_dropped', 'lyceum_bench_open')`,
    );
    return rows.map(({ datname }) => datname);
  };
  const benchmark = spawn(process.execPath, ['--input-type=module', '--eval', source, serverUrl], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void benchmark.kill('SIGKILL'));
  const exited = once(benchmark, 'exit');
  await once(benchmark.stdout, 'data');
  expect(await listDatabases()).toEqual(['lyceum_bench_open']);
  benchmark.kill('SIGINT');
  expect(await exited).toEqual([130, null]);
  expect(await listDatabases()).toEqual([]);
});
