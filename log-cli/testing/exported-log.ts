import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { Pool } from 'pg';
import { expect, vi } from 'vitest';
import { longWait } from '#platform/testing/long-wait.ts';
import { createTestDatabase, type TestDatabase } from '#platform/testing/test-database.ts';
import { openExampleLog } from './example-log.ts';

/**
 * Opens the example log with raw exports of it: `passphrase.ndjson` and `key.ndjson` with keys, and `bare.ndjson` without.
 * The files `passphrase` and `key` contain the secrets.
 */
export const openExportedLog = async () => {
  const source = await openExampleLog();
  const keysOptions = (name: 'passphrase' | 'key') =>
    `--keys ${name === 'key' ? '--key-file' : '--passphrase-file'} ${source.file(name)}`;
  writeFileSync(source.file('passphrase'), 'correct horse battery staple\n');
  writeFileSync(source.file('key'), randomBytes(32).toString('base64'));
  for (const [name, options] of [
    ['passphrase', keysOptions('passphrase')],
    ['key', keysOptions('key')],
    ['bare', '--without-keys'],
  ]) {
    const { code, err } = await source.run(`export --raw ${options} --out ${source.file(`${name}.ndjson`)}`);
    expect(code, err).toBe(0);
  }

  /** Waits until PostgreSQL has noticed that all connections are closed. */
  const waitUntilUnused = (url: string) =>
    vi.waitFor(async () => {
      const { rows } = await source.pool.query('select pid from pg_stat_activity where datname = $1', [
        new URL(url).pathname.slice(1),
      ]);
      expect(rows).toEqual([]);
    }, longWait);

  const withPool = async <T>(url: string, work: (pool: Pool) => Promise<T>): Promise<T> => {
    const pool = new Pool({ connectionString: url, max: 2 });
    try {
      return await work(pool);
    } finally {
      await pool.end();
      await waitUntilUnused(url);
    }
  };

  return {
    ...source,
    /** Returns the options that include the keys, encrypted with a passphrase or a key file. */
    keysOptions,
    /** Runs work on a connection pool and waits until PostgreSQL has closed its connections. */
    withPool,
    /** Creates an empty log with its own id and pseudonym key, which all clones of the test database would otherwise share. */
    createEmptyLog: async (): Promise<TestDatabase> => {
      const database = await createTestDatabase();
      await withPool(database.url, async (pool) => {
        await pool.query('update log.identity set id = gen_random_uuid()');
        await pool.query('update log.pseudonym_key set key = $1', [randomBytes(32)]);
      });
      return database;
    },
    /** Returns the numbers of events, seals and keys in a log, and its id. */
    contentOf: (url: string) =>
      withPool(url, async (pool) => {
        const { rows } = await pool.query(
          `select (select count(*)::int from log.events) as events, (select count(*)::int from log.seals) as seals,
             (select count(*)::int from vault.keys) as keys, (select id from log.identity) as id`,
        );
        return rows[0];
      }),
  };
};
