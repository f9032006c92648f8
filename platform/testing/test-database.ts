import { randomBytes } from 'node:crypto';
import type { Client } from 'pg';
import { inject } from 'vitest';
import { computeMigrationsDigest, migrate } from '#migrations/migrate.ts';
import { closeAfterTests } from './close-after-tests.ts';
import { withClient } from './with-client.ts';

/** Keys of advisory locks; `projector/advisory-locks.ts` lists all keys in use. */
const templateLock = 4_115_202;
const cloneLock = 4_115_203;

/** Returns the URL of a database on a server. */
export const formatDatabaseUrl = (serverUrl: string, database: string) => {
  const url = new URL(serverUrl);
  url.pathname = `/${database}`;
  return url.href;
};

/** Creates the migrated template database if there is none, under a lock, because test files run in parallel. Returns its name. */
const createTemplate = (serverUrl: string): Promise<string> =>
  withClient(serverUrl, async (client) => {
    const template = `lyceum_template_${computeMigrationsDigest()}`;
    await client.query('select pg_advisory_lock($1)', [templateLock]);
    const { rowCount } = await client.query(
      'select 1 from pg_database where datname = $1 and datistemplate',
      [template],
    );
    if (rowCount === 0) {
      await client.query(`drop database if exists ${template} with (force)`);
      await client.query(`create database ${template}`);
      await withClient(formatDatabaseUrl(serverUrl, template), migrate);
      await client.query(`alter database ${template} is_template true`);
    }
    return template;
  });

/** The template of each server, looked up once per worker. */
const templates = new Map<string, Promise<string>>();
const getTemplate = (serverUrl: string): Promise<string> => {
  const template = templates.get(serverUrl) ?? createTemplate(serverUrl);
  templates.set(serverUrl, template);
  return template;
};

/**
 * Waits up to ten seconds until the database has no connections. `pool.end()` resolves before the server has closed the pool's
 * connections. Dropping the database before that would raise an error event that no longer has a listener.
 */
const waitForDisconnects = async (client: Client, name: string): Promise<void> => {
  const deadline = performance.now() + 10_000;
  while (performance.now() < deadline) {
    const { rowCount } = await client.query('select 1 from pg_stat_activity where datname = $1', [name]);
    if (rowCount === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
};

export type TestDatabase = AsyncDisposable & { url: string };

/**
 * Creates a migrated, empty database, cloned from a template. It is dropped after the test, unless it is disposed of earlier. A database
 * that a test file creates at its top level is dropped after the last test of the file.
 * @param options.serverUrl a server other than the one that the test run provides.
 */
export const createTestDatabase = async (options: { serverUrl?: string } = {}): Promise<TestDatabase> => {
  const serverUrl = options.serverUrl ?? inject('serverUrl');
  const template = await getTemplate(serverUrl);
  const name = `lyceum_test_${randomBytes(6).toString('hex')}`;
  await withClient(serverUrl, async (client) => {
    // PostgreSQL refuses to clone a template twice at the same time.
    await client.query('select pg_advisory_lock($1)', [cloneLock]);
    // A clone belongs to the role that creates it, but it must belong to the owner of the tables.
    const { rows } = await client.query<{ owner: string }>(
      'select quote_ident(pg_get_userbyid(datdba)) as owner from pg_database where datname = $1',
      [template],
    );
    // Copying the files takes half the processor time of the default, which logs every page.
    await client.query(
      `create database ${name} template ${template} owner ${rows[0]?.owner} strategy file_copy`,
    );
  });
  const resources = new AsyncDisposableStack();
  resources.defer(() =>
    withClient(serverUrl, async (client) => {
      await waitForDisconnects(client, name);
      await client.query(`drop database if exists ${name} with (force)`);
    }),
  );
  return closeAfterTests({
    url: formatDatabaseUrl(serverUrl, name),
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  });
};
