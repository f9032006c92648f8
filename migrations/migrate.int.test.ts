import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Client } from 'pg';
import { expect, inject, test, vi } from 'vitest';
import { inheritedEnvironment } from '#platform/testing/inherited-environment.ts';
import { longWait } from '#platform/testing/long-wait.ts';
import { createTestDatabase } from '#platform/testing/test-database.ts';
import { withClient } from '#platform/testing/with-client.ts';
import { dumpSchema, schemaFile } from './dump.ts';
import { actAsOwnerSql, listMigrations, migrate } from './migrate.ts';

const connect = async (url: string): Promise<Client & AsyncDisposable> => {
  const client = new Client({ connectionString: url });
  await client.connect();
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.end() });
};

const createEmptyDatabase = async (options = ''): Promise<AsyncDisposable & { url: string }> => {
  const serverUrl = inject('serverUrl');
  const name = `lyceum_empty_${randomBytes(6).toString('hex')}`;
  const run = async (sql: string) => void (await withClient(serverUrl, (client) => client.query(sql)));
  await run(`create database ${name} ${options}`);
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

test.each([
  [
    'migrate',
    async (url: string) => {
      await using client = await connect(url);
      client.on('error', () => undefined);
      return await migrate(client).then(String, String);
    },
  ],
  [
    'migrations/run.ts',
    (url: string) =>
      new Promise<string>((resolve) => {
        const env = { ...inheritedEnvironment(), DATABASE_URL: url };
        execFile(process.execPath, ['migrations/run.ts'], { env }, (_error, _out, err) => resolve(err));
      }),
  ],
])('%s names the migration that failed because the connection was lost', async (_, runMigrations) => {
  await using database = await createEmptyDatabase();
  await using blocker = await connect(database.url);
  await blocker.query('create table public.migrations (name text primary key, digest text not null)');
  await blocker.query('begin; lock table public.migrations in exclusive mode');
  const [first] = listMigrations();
  const message = runMigrations(database.url);
  await vi.waitFor(async () => {
    const { rowCount } = await blocker.query(
      "select pg_terminate_backend(pid) from pg_locks where not granted and relation = 'public.migrations'::regclass",
    );
    expect(rowCount).toBe(1);
  }, longWait);
  expect(await message).toContain(`The migration ${first?.name} failed`);
});

test('hands over a database of an earlier version, with its replays, to an owner that is not a superuser', async () => {
  await using database = await createEmptyDatabase();
  await using client = await connect(database.url);
  // In earlier versions, the functions that run as their owner belonged to the superuser who ran the migrations.
  await client.query(
    'create table public.migrations (name text primary key, digest text not null, applied_at timestamptz not null default now())',
  );
  const migrations = listMigrations();
  const earlier = migrations.filter(({ name }) => name < '0211');
  for (const { name, sql, digest } of earlier) {
    await client.query(sql);
    await client.query('insert into public.migrations (name, digest) values ($1, $2)', [name, digest]);
  }
  const past = `lyceum_past_${'0'.repeat(16)}`;
  await client.query(
    `select log.make_past('${past}', true), log.keep_past('${past}', 'spring', '', false, false)`,
  );
  const countSuperuserFunctionsSql = `select count(*)::int as count from pg_proc join pg_roles r on r.oid = proowner where prosecdef and rolsuper`;
  expect((await client.query(countSuperuserFunctionsSql)).rows[0].count).toBeGreaterThan(10);

  expect(await migrate(client)).toEqual(migrations.slice(earlier.length).map(({ name }) => name));
  expect((await client.query(countSuperuserFunctionsSql)).rows[0].count).toBe(0);
  expect(await dumpSchema(client)).toBe(readFileSync(schemaFile, 'utf8'));
  await client.query('set role lyceum_projector');
  await client.query(
    `select log.make_past('${past}', true), log.keep_past('${past}', 'spring', '', true, true)`,
  );
  await client.query(`select log.make_past('${past}', false), log.drop_past('${past}')`);
  await client.query('set role lyceum_command');
  await client.query('set search_path = pg_catalog, pg_temp');
  const { rows } = await client.query(
    `select log.append_one(gen_random_uuid(), '{}', 'course-1', 0, 'CourseRemoved', 1, '{}', null, null, null, null, null, null) as base`,
  );
  expect(rows).toEqual([{ base: '0' }]);
});

test('gives a table of a later migration to lyceum_owner, and lets the read-api read it and the projector truncate it', async () => {
  const database = await createTestDatabase();
  await using client = await connect(database.url);
  await client.query('begin');
  await client.query(actAsOwnerSql);
  await client.query('create table read.later (x int)');
  const { rows } = await client.query(
    `select pg_get_userbyid(relowner) as owner, has_table_privilege('lyceum_reader', oid, 'select') as readable,
       has_table_privilege('lyceum_projector', oid, 'truncate') as writable from pg_class where oid = 'read.later'::regclass`,
  );
  await client.query('rollback');
  expect(rows).toEqual([{ owner: 'lyceum_owner', readable: true, writable: true }]);
});

test('lets queries pass while a migration waits for a lock, and applies it when the lock is released', async () => {
  const database = await createTestDatabase();
  await using dump = await connect(database.url);
  await using migrating = await connect(database.url);
  await using reading = await connect(database.url);
  await dump.query(
    "alter table read.users drop column search_text; delete from public.migrations where name like '0290%'",
  );
  const hasColumn = async () =>
    (
      await dump.query(
        "select from pg_attribute where attname = 'search_text' and attrelid = 'read.users'::regclass",
      )
    ).rowCount === 1;
  const waitersSql = `select from pg_locks join pg_database d on d.oid = database
    where not granted and datname = current_database() and relation = 'read.users'::regclass`;
  await dump.query('begin');
  await dump.query('lock table read.users in access share mode');
  await expect(migrate(migrating, { waitForLocksMs: 0 })).rejects.toThrow(
    /0290-search-users.sql failed: .*lock timeout.*pg_stat_activity/,
  );

  const retried: string[] = [];
  const applied = migrate(migrating, {
    waitForLocksMs: Number.POSITIVE_INFINITY,
    onRetry: (migration, message) => retried.push(`${migration}: ${message}`),
  });
  await expect.poll(async () => (await reading.query(waitersSql)).rowCount).toBe(1);
  await reading.query('select from read.users');
  expect(await hasColumn()).toBe(false);
  await dump.query('commit');
  expect(await applied).toEqual(['0290-search-users.sql']);
  expect(retried[0]).toMatch(/^0290-search-users.sql: .*lock timeout/);
  expect(await hasColumn()).toBe(true);
});

test('rejects a migration that was changed after it had been applied', async () => {
  const database = await createTestDatabase();
  await using client = await connect(database.url);
  await client.query("update public.migrations set digest = 'other' where name like '0002%'");
  await expect(migrate(client)).rejects.toThrow('was changed after it had been applied');
});

test('refuses a database whose encoding is not UTF8', async () => {
  await using database = await createEmptyDatabase("template template0 encoding 'SQL_ASCII' locale 'C'");
  await using client = await connect(database.url);
  await expect(migrate(client)).rejects.toThrow('encoding SQL_ASCII, and Lyceum needs UTF8');
});
