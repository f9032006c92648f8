import { Client, type ClientConfig } from 'pg';

const escapeOption = (value: string) => value.replaceAll(/([\\ ])/g, '\\$1');

/**
 * Session settings of the appender. Planner: with tables that were never analysed, or with custom plans, appends are up
 * to three times slower, so these settings force one generic plan that uses indexes. Isolation: each statement must see
 * everything that was committed before it got the lock. Durability: a commit waits for the disk and the synchronous standby,
 * whatever the defaults of the role and the database are. Search path: see migration 0004. Archive: without this setting, as in a release
 * that cannot read archived events, appends are refused once events are archived (migration 0302).
 */
const appenderSettings: Record<string, string> = {
  search_path: 'pg_catalog, pg_temp',
  plan_cache_mode: 'force_generic_plan',
  enable_seqscan: 'off',
  enable_mergejoin: 'off',
  jit: 'off',
  default_transaction_isolation: 'read committed',
  default_transaction_read_only: 'off',
  synchronous_commit: 'on',
  'lyceum.knows_archive': 'on',
};

export type ConnectionOptions = {
  connectionString: string;
  /** A database role to assume, where services share one login (see migration 0001). */
  role?: string;
  /** The timeout of connecting and of each statement; 2 s by default. */
  timeoutMs?: number;
};

const defaultTimeoutMs = 2_000;
const seederTimeoutMs = 30_000;
/** The client waits a little longer than the server, because a cancellation by the server is the clearer error. */
const clientMarginMs = 500;

/** Returns the timeout of an append and of a statement. */
export const timeoutMsOf = ({ timeoutMs = defaultTimeoutMs }: ConnectionOptions): number => timeoutMs;

const createClientConfig = (options: ConnectionOptions, settings: Record<string, string>): ClientConfig => ({
  connectionString: options.connectionString,
  options: Object.entries({
    ...(options.role ? { role: options.role } : {}),
    statement_timeout: `${timeoutMsOf(options)}`,
    ...settings,
  })
    .map(([name, value]) => `-c ${name}=${escapeOption(value)}`)
    .join(' '),
  connectionTimeoutMillis: timeoutMsOf(options),
  query_timeout: timeoutMsOf(options) + clientMarginMs,
  keepAlive: true,
  application_name: 'lyceum-log',
});

const connect = async (config: ClientConfig): Promise<Client> => {
  const client = new Client(config);
  // A lost connection also rejects the running query, whose caller handles the error.
  client.on('error', () => undefined);
  await client.connect();
  return client;
};

/** Opens a connection for an appender. */
export const connectAppender = (options: ConnectionOptions): Promise<Client> =>
  connect(
    createClientConfig(options, {
      ...appenderSettings,
      idle_in_transaction_session_timeout: `${timeoutMsOf(options)}`,
    }),
  );

/** Opens a connection for notifications. A notification may be lost, so its commit does not wait for the disk. */
export const connectNotifier = (options: ConnectionOptions): Promise<Client> =>
  connect(createClientConfig(options, { synchronous_commit: 'off' }));

/** Opens a connection for a seeder. Its thousands of sequential commits do not wait for the disk one by one. */
export const connectSeeder = (options: ConnectionOptions): Promise<Client> =>
  connect(
    createClientConfig(
      { ...options, timeoutMs: seederTimeoutMs },
      { ...appenderSettings, synchronous_commit: 'off' },
    ),
  );
