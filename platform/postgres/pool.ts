import { Client, Pool, type PoolConfig } from 'pg';

export type PoolOptions = {
  connectionString: string;
  /**
   * The group role to act as (`lyceum_command`, …): where a service connects as the owner it drops to the
   * rights that it has in production. Leave it out where the login itself was granted the role.
   */
  role?: string;
  /** At most so many connections; 10 unless given. */
  connections?: number;
  /** A statement that takes longer is cancelled; 10 s unless given, 0 for none. */
  statementTimeoutMs?: number;
  /** Other settings of each session, by name; values without spaces. */
  settings?: Readonly<Record<string, string>>;
  /** Shown in pg_stat_activity. */
  applicationName?: string;
  /** Told of a connection that broke while idle; the pool replaces it. */
  onIdleError?: (error: Error) => void;
};

/**
 * A connection whose loss is never an uncaught exception. The pool listens while it connects and while it is idle; between
 * two statements of a transaction nobody does, and a line that is lost just then would end the process. What was to be done
 * with it fails all the same, with its next statement.
 */
class HeardClient extends Client {
  constructor(config?: ConstructorParameters<typeof Client>[0]) {
    super(config);
    this.on('error', () => {});
  }
}

const defaultStatementTimeout = 10_000;

/** The startup options of a session; they hold from its first statement on. */
export const sessionOptions = (
  options: Pick<PoolOptions, 'role' | 'statementTimeoutMs' | 'settings'>,
): string => {
  if (options.role !== undefined && !/^[a-z_][a-z0-9_]*$/.test(options.role))
    throw new Error(`"${options.role}" is not the name of a database role.`);
  return [
    ...(options.role === undefined ? [] : [`-c role=${options.role}`]),
    `-c statement_timeout=${options.statementTimeoutMs ?? defaultStatementTimeout}`,
    '-c idle_in_transaction_session_timeout=30000',
    '-c timezone=UTC',
    ...Object.entries(options.settings ?? {}).map(([name, value]) => `-c ${name}=${value}`),
  ].join(' ');
};

/** A pool whose waits all have a limit: for a connection (5 s), for a statement, in a transaction. Close it with `end()`. */
export const openPool = (options: PoolOptions): Pool => {
  const statementTimeout = options.statementTimeoutMs ?? defaultStatementTimeout;
  const config: PoolConfig = {
    connectionString: options.connectionString,
    max: options.connections ?? 10,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    // The server ends a statement by itself; this is for a server, or a line to it, that has gone silent.
    ...(statementTimeout > 0 ? { query_timeout: statementTimeout + 2_000 } : {}),
    application_name: options.applicationName ?? 'lyceum',
    options: sessionOptions(options),
    Client: HeardClient,
  };
  const pool = new Pool(config);
  // Without a listener a connection that PostgreSQL closes while idle would end the process.
  pool.on('error', (error) => options.onIdleError?.(error));
  return pool;
};
