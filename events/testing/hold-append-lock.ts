import { Client } from 'pg';

/**
 * Takes the lock that every append takes (`migrations/sql/0004-append.sql`), so that all appends wait.
 * @param url of the log's database, for its owner.
 * @returns a function that releases the lock.
 */
export const holdAppendLock = async (url: string): Promise<() => Promise<void>> => {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query('begin');
  await client.query('select pg_advisory_xact_lock(4115200)');
  return () => client.end();
};
