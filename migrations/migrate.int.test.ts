import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Client } from 'pg';
import { expect, inject, test } from 'vitest';
import { createTestDatabase } from '#platform/testing/test-database.ts';
import { dumpSchema, schemaFile } from './dump.ts';
import { listMigrations, migrate } from './migrate.ts';

const connect = async (url: string): Promise<Client & AsyncDisposable> => {
  const client = new Client({ connectionString: url });
  await client.connect();
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.end() });
};

const createEmptyDatabase = async (): Promise<AsyncDisposable & { url: string }> => {
  const serverUrl = inject('serverUrl');
  const name = `lyceum_empty_${randomBytes(6).toString('hex')}`;
  const run = async (sql: string) => {
    await using client = await connect(serverUrl);
    await client.query(sql);
  };
  await run(`create database ${name}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return { url: url.href, [Symbol.asyncDispose]: () => run(`drop database ${name} with (force)`) };
};

test('schema.sql is up to date (otherwise: npx node migrations/dump.ts)', async () => {
  const database = await createTestDatabase();
  await using client = await connect(database.url);
  expect(await dumpSchema(client)).toBe(readFileSync(schemaFile, 'utf8'));
});

test('applies each migration once if two processes migrate at the same time', async () => {
  await using database = await createEmptyDatabase();
  await using one = await connect(database.url);
  await using two = await connect(database.url);
  const applied = await Promise.all([migrate(one), migrate(two)]);
  expect(applied.flat()).toEqual(listMigrations().map(({ name }) => name));
  expect(await migrate(one)).toEqual([]);
});

test('rejects a migration that was changed after it had been applied', async () => {
  const database = await createTestDatabase();
  await using client = await connect(database.url);
  await client.query("update public.migrations set digest = 'other' where name like '0002%'");
  await expect(migrate(client)).rejects.toThrow('was changed after it had been applied');
});
