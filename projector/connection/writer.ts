import { Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely';
import { Client } from 'pg';
import { bigintAsNumber } from '#platform/read-tables/bigint.ts';
import type { ReadTables } from '#platform/read-tables/tables.ts';

/** A schema for read tables as they were at a moment (`projector/past/`). */
export type Past = `lyceum_past_${string}`;

/** The schema that tables without a schema mean: the live ones, a rebuild's, a check's, those of a past. */
export type Place = 'read' | 'read_next' | 'read_check' | Past;

/**
 * One connection that writes. Its session lives and dies with it: an advisory lock that it took is lost in the
 * same moment as the ability to write.
 */
export type Writer = {
  db: Kysely<ReadTables>;
  client: Client;
  /** The process id of the server's side, as pg_stat_activity shows it. */
  backend: number;
  /** Aborts when the connection is lost; the reason is the error. */
  lost: AbortSignal;
  /** Lends the connection for work that `db` has no words for; whoever uses `db` meanwhile waits. */
  alone<T>(work: (client: Client) => Promise<T>): Promise<T>;
  close(): Promise<void>;
};

export type WriterOptions = {
  connectionString: string;
  /** The role to take on, where the login is another one that was granted it. */
  role?: string;
  place?: Place;
  applicationName?: string;
  /** A statement that takes longer is cancelled, in milliseconds; two minutes unless given. */
  statementTimeoutMs?: number;
};

/** Kysely asks for a pool: this one lends the one connection to one at a time, in order. */
const poolOf = (client: Client) => {
  let free: Promise<void> = Promise.resolve();
  return {
    options: {},
    async connect(): Promise<PostgresPoolClient> {
      const before = free;
      const { promise, resolve } = Promise.withResolvers<void>();
      free = promise;
      await before;
      return {
        query: client.query.bind(client) as PostgresPoolClient['query'],
        release: () => resolve(),
      };
    },
    end: async () => {},
  };
};

/** Tables that nobody reads yet: a crash may lose them, and their indexes are sorted in memory. */
const besideSettings = ['-c synchronous_commit=off', '-c maintenance_work_mem=256MB'];

/**
 * Opens a connection that writes read tables. Bounded: a statement is cancelled in the end; a transaction or session that its
 * process forgot (stopped, asleep) is ended by the server, so that its locks are free for another.
 * @throws when the database cannot be reached within 10 s.
 */
export const openWriter = async (options: WriterOptions): Promise<Writer> => {
  const statementTimeoutMs = options.statementTimeoutMs ?? 120_000;
  const settings = [
    ...(options.role === undefined ? [] : [`-c role=${options.role}`]),
    `-c search_path=${options.place ?? 'read'},public`,
    ...((options.place ?? 'read') === 'read' ? [] : besideSettings),
    `-c statement_timeout=${statementTimeoutMs}`,
    '-c idle_in_transaction_session_timeout=60s',
    '-c idle_session_timeout=60s',
  ];
  const client = new Client({
    connectionString: options.connectionString,
    options: settings.join(' '),
    application_name: options.applicationName ?? 'lyceum projector',
    connectionTimeoutMillis: 10_000,
    query_timeout: statementTimeoutMs + 10_000,
    keepAlive: true,
    types: bigintAsNumber,
  });
  const lost = new AbortController();
  client.on('error', (error) => lost.abort(error));
  client.on('end', () => lost.abort(new Error('The connection to PostgreSQL has ended.')));
  await client.connect();
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const pool = poolOf(client);
  const db = new Kysely<ReadTables>({ dialect: new PostgresDialect({ pool }) });
  // Says that the process lives: without it the server would take the session for a forgotten one.
  const heartbeat = setInterval(() => {
    client.query('select 1').catch((error: unknown) => lost.abort(error));
  }, 10_000);
  heartbeat.unref();
  return {
    db,
    client,
    backend: rows[0]?.pid ?? 0,
    lost: lost.signal,
    async alone(work) {
      const lent = await pool.connect();
      try {
        return await work(client);
      } finally {
        lent.release();
      }
    },
    async close() {
      clearInterval(heartbeat);
      await client.end().catch(() => {});
    },
  };
};
