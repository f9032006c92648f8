import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import { afterTests } from '#platform/testing/close-after-tests.ts';
import { createTestDatabase } from '#platform/testing/test-database.ts';
import { withClient } from '#platform/testing/with-client.ts';
import { actAsOwnerSql, listMigrations } from '../migrate.ts';
import { findForbiddenChanges, readContractMarkers } from './contract-markers.ts';
import { findBreakingChanges, readSchemaFacts } from './schema-facts.ts';

/** The last migration that is not checked. It and all earlier ones are older than the rule that a migration must not break services. */
const lastExempt = '0271-confirm-appends.sql';

const connect = async (url: string) => {
  const client = new Client({ connectionString: url });
  await client.connect();
  onTestFinished(() => client.end());
  return client;
};

const createEmptyDatabase = async () => {
  const server = inject('serverUrl');
  const name = `lyceum_expand_${randomBytes(6).toString('hex')}`;
  const url = new URL(server);
  url.pathname = `/${name}`;
  const run = async (sql: string) => void (await withClient(server, (client) => client.query(sql)));
  await run(`create database ${name}`);
  onTestFinished(() => run(`drop database ${name} with (force)`));
  return url.href;
};

/** Begins a transaction and runs SQL as a migration does. */
const runAsOwner = async (client: Client, sql: string) => {
  await client.query('begin');
  await client.query(actAsOwnerSql);
  await client.query(sql);
  await client.query('reset role');
};

/** Runs SQL as a migration does, and returns the breaking changes. By default the SQL is rolled back. */
const apply = async (client: Client, sql: string, { shouldKeep = false } = {}): Promise<string[]> => {
  const before = await readSchemaFacts(client);
  await runAsOwner(client, sql);
  const changes = findBreakingChanges(before, await readSchemaFacts(client));
  await client.query(shouldKeep ? 'commit' : 'rollback');
  return changes;
};

const readReleases = () =>
  new Set(
    [
      ...readFileSync(join(import.meta.dirname, '..', '..', 'CHANGELOG.md'), 'utf8').matchAll(
        /^## (\d+\.\d+\.\d+)/gm,
      ),
    ].map(([, version = '']) => version),
  );

test('no migration after the exempt ones breaks services of the previous release, unless a marker permits it', async () => {
  const client = await connect(await createEmptyDatabase());
  const releases = readReleases();
  expect(releases).toContain('0.1.0');
  // The function that migration 0265 creates reads this table. Normally `migrate` creates the table.
  await client.query(
    'create table public.migrations (name text primary key, digest text not null, applied_at timestamptz not null default now())',
  );
  const forbidden: string[] = [];
  for (const { name, sql } of listMigrations()) {
    if (name <= lastExempt) {
      await runAsOwner(client, sql);
      await client.query('commit');
      continue;
    }
    const changes = await apply(client, sql, { shouldKeep: true });
    for (const sentence of findForbiddenChanges(changes, readContractMarkers(sql), releases))
      forbidden.push(`${name}: ${sentence}`);
  }
  expect(forbidden).toEqual([]);
});

const migrated = new Client({ connectionString: (await createTestDatabase()).url });
await migrated.connect();
afterTests(() => migrated.end());

test.each([
  ['alter table read.courses drop column price', 'removed column read.courses.price: double precision'],
  [
    'alter table read.courses rename column price to cost',
    'removed column read.courses.price: double precision',
  ],
  [
    'alter table read.courses alter column price type numeric',
    'removed column read.courses.price: double precision',
  ],
  ['drop table read.bookmarks cascade', 'removed table read.bookmarks'],
  ['alter table read.bookmarks rename to marks', 'removed table read.bookmarks'],
  ['drop function log.repeat_removals(uuid[])', 'removed function log.repeat_removals(uuid[]): integer'],
  [
    'alter table read.courses alter column instructor_id set not null',
    'added required column read.courses.instructor_id',
  ],
  [
    'alter table read.courses add column level int not null default 1; alter table read.courses alter column level drop default',
    'added required column read.courses.level',
  ],
  [
    'alter table read.courses add check (price < 1000)',
    'added constraint on read.courses: CHECK ((price < (1000)::double precision))',
  ],
  [
    'create unique index courses_names on read.courses (name)',
    'added unique index on read.courses: CREATE UNIQUE INDEX courses_names ON read.courses USING btree (name)',
  ],
  [
    'revoke select on read.courses from lyceum_reader',
    'removed grant select on table read.courses to lyceum_reader',
  ],
  [
    "do $$ begin execute 'alter table read.courses drop column price'; end $$",
    'removed column read.courses.price: double precision',
  ],
])('finds that "%s" breaks services', async (sql, change) => {
  expect(await apply(migrated, sql)).toContain(change);
});

test.each([
  'alter table read.courses add column level int',
  "alter table read.courses add column level text not null default 'easy'",
  'create table read.levels (course_id uuid primary key, level int not null check (level > 0), unique (level))',
  'create function log.new_one() returns integer language sql as $$ select 1 $$',
  'create index courses_by_cost on read.courses (price)',
  'create table read.temporary (x int); drop table read.temporary',
  'grant select on vault.keys to lyceum_signer',
])('accepts "%s"', async (sql) => {
  expect(await apply(migrated, sql)).toEqual([]);
});
