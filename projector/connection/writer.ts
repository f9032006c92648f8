import { Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely';
import { Client, DatabaseError } from 'pg';
import { classifyFailure } from '#events/log/database-failure.ts';
import { withoutCompilation } from '#platform/postgres/pool.ts';
import { bigintAsNumber } from '#platform/read-tables/bigint.ts';
import type { ReadTables } from '#platform/read-tables/read-tables.ts';

/** A schema with the read tables as of a past position (`projector/as-of/`). */
export type AsOfSchema = `lyceum_past_${string}`;

/** A schema with read tables: the current ones, those of rebuilds or checks, or those as of a past position. */
export type ReadSchema = 'read' | 'read_next' | 'read_check' | AsOfSchema;

/**
 * A single connection that writes read tables. Its advisory locks belong to its session, so the connection cannot lose them
 * and still write.
 */
export type Writer = {
  db: Kysely<ReadTables>;
  client: Client;
  /** The process id of the server process, as in `pg_stat_activity`. */
  backendPid: number;
  /** Aborts when the connection is lost or closed; the reason is the error. */
  connectionLost: AbortSignal;
  /** Runs work on the raw client, for features that Kysely lacks. Queries through `db` wait until it has ended. */
  withClient<T>(work: (client: Client) => Promise<T>): Promise<T>;
  close(): Promise<void>;
};

type WriterOptions = {
  connectionString: string;
  /** The role to act as, if it is not the login role. */
  role?: string;
  /** The schema of unqualified table names; `read` by default. */
  schema?: ReadSchema;
  applicationName?: string;
  /** After this time a statement is cancelled; 120,000 by default. */
  statementTimeoutMs?: number;
};

/**
 * Creates the pool that Kysely requires. It has a single connection and hands it out in the order of requests. Kysely
 * acquires and releases the connection in separate calls, which `p-limit` does not support.
 */
const createSingleClientPool = (client: Client) => {
  let lastRelease: Promise<void> = Promise.resolve();
  return {
    options: {},
    async connect(): Promise<PostgresPoolClient> {
      const previousRelease = lastRelease;
      const { promise, resolve } = Promise.withResolvers<void>();
      lastRelease = promise;
      await previousRelease;
      return {
        query: client.query.bind(client) as PostgresPoolClient['query'],
        release: () => resolve(),
      };
    },
    end: async () => {},
  };
};

/**
 * Returns whether this error is the server's answer to a statement, which means that the connection works. An example is 25P02, between a
 * statement that failed and the end of its transaction. Other errors mean that the connection is lost or the server is stopping.
 */
const isAnswerOfServer = (error: unknown): boolean =>
  error instanceof DatabaseError && classifyFailure(error) !== 'unknown';

/** Settings for tables that are not read yet. A crash may lose the last rows, and indexes are built with more memory. */
const shadowSettings = ['-c synchronous_commit=off', '-c maintenance_work_mem=256MB'];

/**
 * Opens a connection that writes read tables. The server cancels long statements. It also ends the session of a suspended
 * process, which releases the locks of the session.
 * @throws if the connection fails or takes longer than 10 s.
 */
export const openWriter = async (options: WriterOptions): Promise<Writer> => {
  const { schema = 'read', statementTimeoutMs = 120_000 } = options;
  const settings = [
    ...(options.role === undefined ? [] : [`-c role=${options.role}`]),
    `-c search_path=${schema},public`,
    ...(schema === 'read' ? [] : shadowSettings),
    `-c statement_timeout=${statementTimeoutMs}`,
    withoutCompilation,
    '-c idle_in_transaction_session_timeout=60s',
    '-c idle_session_timeout=60s',
  ];
  const client = new Client({
    connectionString: options.connectionString,
    options: settings.join(' '),
    application_name: options.applicationName ?? 'lyceum projector',
    connectionTimeoutMillis: 10_000,
    // Longer than the server's timeout, so that normally the server cancels the statement and the connection stays usable.
    query_timeout: statementTimeoutMs + 10_000,
    keepAlive: true,
    types: bigintAsNumber,
  });
  const lost = new AbortController();
  client.on('error', (error) => lost.abort(error));
  client.on('end', () => lost.abort(new Error('The connection to PostgreSQL has ended.')));
  await client.connect();
  const { rows } = await client
    .query<{ pid: number }>('select pg_backend_pid() as pid')
    .catch(async (error: unknown) => {
      await client.end().catch(() => undefined);
      throw error;
    });
  const pool = createSingleClientPool(client);
  const db = new Kysely<ReadTables>({ dialect: new PostgresDialect({ pool }) });
  // Without regular queries the server would end the session after `idle_session_timeout`.
  const keepAlive = setInterval(() => {
    client.query('select 1').catch((error: unknown) => {
      if (!isAnswerOfServer(error)) lost.abort(error);
    });
  }, 10_000);
  keepAlive.unref();
  return {
    db,
    client,
    backendPid: rows[0]?.pid ?? 0,
    connectionLost: lost.signal,
    async withClient(work) {
      const { release } = await pool.connect();
      try {
        return await work(client);
      } finally {
        release();
      }
    },
    async close() {
      clearInterval(keepAlive);
      await client.end().catch(() => {});
    },
  };
};
