import type { Pool } from 'pg';
import type { Archive } from '#events/archive/archive.ts';
import { createConfiguredArchive } from '#events/archive/create-configured-archive.ts';
import type { ArchiveSettings } from '#platform/archive-settings.ts';
import { longStatementTimeoutMs, openPool } from '#platform/postgres/pool.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { type Environment, findLog } from './find-log.ts';

/** The context of a command that queries the tables of the log. */
export type DatabaseContext = Terminal & {
  /** The database URL of the owner, or of a login that may act in the roles of Lyceum. */
  url: string;
  environment: Environment;
  /** Connections with the role `lyceum_reader`. */
  pool: Pool;
  archiveSettings: ArchiveSettings | null;
  /** Reads archived events; null if it is not known where they are. */
  archive: Archive | null;
};

/** Runs a command with connections that may read the log. */
export const withDatabaseContext = async <R>(
  environment: Environment,
  terminal: Terminal,
  run: (context: DatabaseContext) => Promise<R>,
): Promise<R> => {
  const log = await findLog(environment);
  const pool = openPool({
    connectionString: log.url,
    role: 'lyceum_reader',
    maxConnections: 4,
    // Counting the events of a large log takes a long time.
    statementTimeoutMs: longStatementTimeoutMs,
    applicationName: 'lyceum log',
  });
  try {
    const archive = createConfiguredArchive(log.archive);
    return await run({ ...terminal, url: log.url, environment, pool, archiveSettings: log.archive, archive });
  } finally {
    await pool.end();
    await log.close();
  }
};
