import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Client } from 'pg';
import { expect, inject, test } from 'vitest';
import { createTestDatabase } from '#platform/testing/database.ts';
import { dumpSchema, schemaFile } from './dump.ts';
import { listMigrations, migrate } from './migrate.ts';

const connected = async (url: string): Promise<Client & AsyncDisposable> => {
  const client = new Client({ connectionString: url });
  await client.connect();
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.end() });
};

const emptyDatabase = async (): Promise<AsyncDisposable & { url: string }> => {
  const serverUrl = inject('serverUrl');
  const name = `lyceum_empty_${randomBytes(6).toString('hex')}`;
  const run = async (sql: string) => {
    await using client = await connected(serverUrl);
    await client.query(sql);
  };
  await run(`create database ${name}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return { url: url.href, [Symbol.asyncDispose]: () => run(`drop database ${name} with (force)`) };
};

test('schema.sql shows what the migrations make; if not: npx node migrations/dump.ts', async () => {
  await using database = await createTestDatabase();
  await using client = await connected(database.url);
  expect(await dumpSchema(client)).toBe(readFileSync(schemaFile, 'utf8'));
});

test('two processes that migrate at once do each step once', async () => {
  await using database = await emptyDatabase();
  await using one = await connected(database.url);
  await using two = await connected(database.url);
  const done = await Promise.all([migrate(one), migrate(two)]);
  expect(done.flat()).toEqual(listMigrations().map(({ name }) => name));
  expect(await migrate(one)).toEqual([]);
});

test('an applied migration that was changed afterwards is refused', async () => {
  await using database = await createTestDatabase();
  await using client = await connected(database.url);
  await client.query("update public.migrations set digest = 'other' where name like '0002%'");
  await expect(migrate(client)).rejects.toThrow('was changed after it had been applied');
});
