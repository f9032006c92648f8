import type { Pool } from 'pg';
import type { LogReader } from '#events/log/log.ts';
import { openReader } from '#events/log/read/reader.ts';
import { loadPseudonyms, type Pseudonyms } from '#events/pseudonyms/pseudonyms.ts';
import { openPool } from '#platform/postgres/pool.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { type Environment, findLog } from './find-log.ts';

/** The context of a command that reads the log. */
export type ReaderContext = Terminal & {
  /** The database URL of the owner, or of a login that may take on the roles. */
  url: string;
  environment: Environment;
  /** Connections with the role `lyceum_reader`. */
  pool: Pool;
  /** Reads the log without the vault, so personal fields are null. */
  reader: LogReader;
  pseudonyms: Pseudonyms;
};

/** Runs a command with read access to the log. */
export const withReaderContext = async <R>(
  environment: Environment,
  terminal: Terminal,
  run: (context: ReaderContext) => Promise<R>,
): Promise<R> => {
  const log = await findLog(environment);
  const pool = openPool({
    connectionString: log.url,
    role: 'lyceum_reader',
    maxConnections: 4,
    // Counting the events of a large log takes a long time.
    statementTimeoutMs: 30 * 60_000,
    applicationName: 'lyceum log',
  });
  const reader = openReader({ pool, vault: null });
  try {
    const pseudonyms = await loadPseudonyms(pool);
    return await run({ ...terminal, url: log.url, environment, pool, reader, pseudonyms });
  } finally {
    await reader.close();
    await pool.end();
    await log.close();
  }
};
