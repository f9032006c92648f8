import { Client, DatabaseError, Pool, type PoolConfig } from 'pg';
import { createStatementNames } from './statement-names.ts';

export type PoolOptions = {
  connectionString: string;
  /**
   * The group role to act as (`lyceum_command`, …). With it, a service has only the rights that it has in
   * production, even if its login has more. Without it, the rights of the login apply.
   */
  role?: string;
  /** Default 10. */
  maxConnections?: number;
  /** Statements that take longer are cancelled; default 10 s, 0 for no limit. */
  statementTimeoutMs?: number;
  /** Further settings of each session by name; values must not contain spaces. */
  settings?: Readonly<Record<string, string>>;
  /** Shown in pg_stat_activity. */
  applicationName?: string;
  /** Called when a connection breaks while idle; the pool replaces it. */
  onIdleError?: (error: Error) => void;
};

const statementNames = createStatementNames();

/**
 * A client that does not end the process when its connection is lost. The pool handles errors only while a client connects
 * or is idle; between two statements of a transaction the error would be unhandled and end the process. The next
 * statement still fails.
 *
 * Most statements with parameters are prepared under a name ({@link createStatementNames}), so that PostgreSQL parses each of them once per
 * connection and can reuse its plan.
 */
class PoolClient extends Client {
  constructor(config?: ConstructorParameters<typeof Client>[0]) {
    super(config);
    this.on('error', () => {});
    // Assigned, because a method would have to declare all overloads of the original.
    Object.assign(this, {
      query: createPreparingQuery(this.query.bind(this), () => this.getTransactionStatus() === 'I'),
    });
  }
}

type Query = (...args: unknown[]) => unknown;
type Callback = (error: unknown, result?: unknown) => void;

/** Returns whether a table of a prepared statement has changed, for example because a newer version has migrated the database. */
const isPlanOutdated = (error: unknown) =>
  error instanceof DatabaseError && error.code === '0A000' && error.routine === 'RevalidateCachedQuery';

/**
 * Creates a function that prepares each statement for which `statementNames` returns a name, and leaves all other queries as they are. A statement
 * that is outdated gets a new name on this connection. It is repeated at once, unless it ran in a transaction, which the error
 * has aborted.
 */
const createPreparingQuery = (query: Query, isOutsideTransaction: () => boolean): Query => {
  const newNames = new Map<string, string>();
  const prepare = (name: string, text: unknown, values: unknown) => {
    const usedName = newNames.get(name) ?? name;
    return { usedName, result: query({ name: usedName, text, values }) as Promise<unknown> };
  };
  return (text, values, callback, ...otherArgs) => {
    const hasParameters = Array.isArray(values) && values.length > 0;
    const name = typeof text === 'string' && hasParameters ? statementNames.nameOf(text) : undefined;
    if (name === undefined) return query(text, values, callback, ...otherArgs);
    const firstAttempt = prepare(name, text, values);
    const result = firstAttempt.result.catch((error: unknown) => {
      if (!isPlanOutdated(error)) throw error;
      newNames.set(name, `${firstAttempt.usedName}_`);
      if (!isOutsideTransaction()) throw error;
      return prepare(name, text, values).result;
    });
    if (callback === undefined) return result;
    const complete = callback as Callback;
    result.then(
      (rows) => complete(undefined, rows),
      (error: unknown) => complete(error),
    );
    return undefined;
  };
};

const defaultStatementTimeoutMs = 10_000;
/** For statements that process the whole log or a large table, on the command line and in maintenance. */
export const longStatementTimeoutMs = 30 * 60_000;

/**
 * Compiling a statement takes up to a second (LLVM), and most statements here take milliseconds. PostgreSQL compiles a statement if it
 * estimates high costs, and its estimates are far too high for tables that have no statistics yet.
 */
export const withoutCompilation = '-c jit=off';

/** Returns the startup options of a session. */
export const formatSessionOptions = (
  options: Pick<PoolOptions, 'role' | 'statementTimeoutMs' | 'settings'>,
): string => {
  if (options.role !== undefined && !/^[a-z_][a-z0-9_]*$/.test(options.role))
    throw new Error(`"${options.role}" is not the name of a database role.`);
  return [
    ...(options.role === undefined ? [] : [`-c role=${options.role}`]),
    `-c statement_timeout=${options.statementTimeoutMs ?? defaultStatementTimeoutMs}`,
    '-c idle_in_transaction_session_timeout=30000',
    '-c timezone=UTC',
    withoutCompilation,
    ...Object.entries(options.settings ?? {}).map(([name, value]) => `-c ${name}=${value}`),
  ].join(' ');
};

/** Opens a pool with timeouts for connecting (5 s), for statements and for idle transactions (30 s). Close it with `end()`. */
export const openPool = (options: PoolOptions): Pool => {
  const statementTimeout = options.statementTimeoutMs ?? defaultStatementTimeoutMs;
  const config: PoolConfig = {
    connectionString: options.connectionString,
    max: options.maxConnections ?? 10,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    // Normally the server cancels a statement. This limit is for a server that no longer responds.
    ...(statementTimeout > 0 ? { query_timeout: statementTimeout + 2_000 } : {}),
    application_name: options.applicationName ?? 'lyceum',
    options: formatSessionOptions(options),
    Client: PoolClient,
  };
  const pool = new Pool(config);
  // Without a listener, a connection that PostgreSQL closes while idle would end the process.
  pool.on('error', (error) => options.onIdleError?.(error));
  return pool;
};
