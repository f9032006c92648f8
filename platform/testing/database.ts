import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { inject } from 'vitest';
import { migrate, migrationsDigest } from '#migrations/migrate.ts';

const onServer = async <T>(serverUrl: string, work: (client: Client) => Promise<T>): Promise<T> => {
  const client = new Client({ connectionString: serverUrl });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
};

const addressOf = (serverUrl: string, database: string) => {
  const url = new URL(serverUrl);
  url.pathname = `/${database}`;
  return url.href;
};

/** Makes the migrated template once for each state of the migrations, under a lock: test files run side by side. */
const ensureTemplate = (serverUrl: string): Promise<string> =>
  onServer(serverUrl, async (client) => {
    const template = `lyceum_template_${migrationsDigest()}`;
    await client.query('select pg_advisory_lock(4115202)');
    const { rowCount } = await client.query(
      'select 1 from pg_database where datname = $1 and datistemplate',
      [template],
    );
    if (rowCount === 0) {
      await client.query(`drop database if exists ${template} with (force)`);
      await client.query(`create database ${template}`);
      await onServer(addressOf(serverUrl, template), migrate);
      await client.query(`alter database ${template} is_template true`);
    }
    await client.query('select pg_advisory_unlock(4115202)');
    return template;
  });

/**
 * A pool says that it has ended before its connections have: dropping the database under them would be an error that
 * nobody listens for any more. Whatever still stands after a while is cut.
 */
const connectionsAreGone = async (client: Client, name: string): Promise<void> => {
  const end = performance.now() + 10_000;
  while (performance.now() < end) {
    const { rowCount } = await client.query('select 1 from pg_stat_activity where datname = $1', [name]);
    if (rowCount === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
};

export type TestDatabase = AsyncDisposable & { url: string };

/**
 * A migrated, empty database of the test's own, cloned from a template (some 50 ms). Dropped when disposed.
 * @param options.serverUrl a server other than the one that the test run has.
 */
export const createTestDatabase = async (options: { serverUrl?: string } = {}): Promise<TestDatabase> => {
  const serverUrl = options.serverUrl ?? inject('serverUrl');
  const template = await ensureTemplate(serverUrl);
  const name = `lyceum_test_${randomBytes(6).toString('hex')}`;
  await onServer(serverUrl, async (client) => {
    // Two clones of one template at the same moment disturb each other: one at a time.
    await client.query('select pg_advisory_lock(4115203)');
    await client.query(`create database ${name} template ${template}`);
    await client.query('select pg_advisory_unlock(4115203)');
  });
  return {
    url: addressOf(serverUrl, name),
    [Symbol.asyncDispose]: () =>
      onServer(serverUrl, async (client) => {
        await connectionsAreGone(client, name);
        await client.query(`drop database if exists ${name} with (force)`);
      }),
  };
};
