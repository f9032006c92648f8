import type { Writable } from 'node:stream';
import type { Pool } from 'pg';
import type { LogReader } from '#events/log/log.ts';
import { openReader } from '#events/log/reader.ts';
import { openPseudonyms, type Pseudonyms } from '#events/pseudonyms/pseudonyms.ts';
import { openPool } from '#platform/postgres/pool.ts';
import { findLog } from './find-log.ts';

export type Environment = Record<string, string | undefined>;

/** What every command works with. */
export type Context = {
  /** Of the database, as its owner or a login that was granted the roles. */
  url: string;
  environment: Environment;
  pool: Pool;
  /** Without the vault: personal fields are null. */
  reader: LogReader;
  pseudonyms: Pseudonyms;
  out: Writable & { isTTY?: boolean };
  err: Writable & { isTTY?: boolean };
  signal: AbortSignal;
};

type Terminal = Pick<Context, 'out' | 'err' | 'signal'>;

/** Opens the log as a role that may read it, for as long as the work takes. */
export const withLog = async <R>(
  environment: Environment,
  terminal: Terminal,
  work: (context: Context) => Promise<R>,
): Promise<R> => {
  const log = await findLog(environment);
  const pool = openPool({
    connectionString: log.url,
    role: 'lyceum_reader',
    connections: 4,
    // Counting a large log takes its time.
    statementTimeoutMs: 30 * 60_000,
    applicationName: 'lyceum log',
  });
  const reader = openReader({ pool, vault: null });
  try {
    return await work({
      url: log.url,
      environment,
      pool,
      reader,
      pseudonyms: await openPseudonyms(pool),
      ...terminal,
    });
  } finally {
    await reader.close();
    await pool.end();
    await log.close();
  }
};
