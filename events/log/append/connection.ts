import { Client, type ClientConfig } from 'pg';

const escapeOption = (value: string) => value.replaceAll(/([\\ ])/g, '\\$1');

/**
 * Session settings of the appender. Planner: with tables that were never analysed, or with custom plans, appends are up
 * to three times slower, so these settings force one generic plan that uses indexes. Isolation: each statement must see
 * everything that was committed before it got the lock. Search path: see migration 0004.
 */
const appenderSettings: Record<string, string> = {
  search_path: 'pg_catalog, pg_temp',
  plan_cache_mode: 'force_generic_plan',
  enable_seqscan: 'off',
  enable_mergejoin: 'off',
  jit: 'off',
  default_transaction_isolation: 'read committed',
  default_transaction_read_only: 'off',
  statement_timeout: '2000',
  idle_in_transaction_session_timeout: '2000',
};

/** `role`: a database role to assume, where services share one login (see migration 0005). */
export type ConnectionOptions = { connectionString: string; role?: string };

const clientConfig = (
  { connectionString, role }: ConnectionOptions,
  settings: Record<string, string>,
): ClientConfig => ({
  connectionString,
  options: Object.entries({ ...(role ? { role } : {}), ...settings })
    .map(([name, value]) => `-c ${name}=${escapeOption(value)}`)
    .join(' '),
  connectionTimeoutMillis: 2_000,
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

/** Connects an appender. The server cancels statements after 2 s; the client gives up after 2.5 s. */
export const connectAppender = (options: ConnectionOptions): Promise<Client> =>
  connect({ ...clientConfig(options, appenderSettings), query_timeout: 2_500 });

/** Connects for notifications. They may be lost, so their commits do not wait for the disk. */
export const connectNotifier = (options: ConnectionOptions): Promise<Client> =>
  connect({
    ...clientConfig(options, { synchronous_commit: 'off', statement_timeout: '2000' }),
    query_timeout: 2_500,
  });

/** Connects a seeder, whose thousands of sequential commits do not wait for the disk one by one. */
export const connectSeeder = (options: ConnectionOptions): Promise<Client> =>
  connect({
    ...clientConfig(options, { ...appenderSettings, synchronous_commit: 'off', statement_timeout: '30000' }),
    query_timeout: 35_000,
  });
