import { Client, type ClientConfig } from 'pg';

const escaped = (value: string) => value.replaceAll(/([\\ ])/g, '\\$1');

/**
 * Settings of a session of the appender. Plans: tables that were never analysed, or custom plans at one append at
 * a time, cost up to two thirds of the rate; so the one generic plan is by index, always. Isolation: each statement
 * must see what was committed before it got the lock. The path: see migrations 0004.
 */
const settings: Record<string, string> = {
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

export type ConnectionOptions = { connectionString: string; role?: string };

/** The startup options that set these and, where services share one login, the role of the service. */
export const sessionOptions = (role: string | undefined, extra: Record<string, string> = {}): string =>
  Object.entries({ ...(role ? { role } : {}), ...extra })
    .map(([name, value]) => `-c ${name}=${escaped(value)}`)
    .join(' ');

const clientConfig = (options: ConnectionOptions, extra: Record<string, string>): ClientConfig => ({
  connectionString: options.connectionString,
  options: sessionOptions(options.role, extra),
  connectionTimeoutMillis: 2_000,
  keepAlive: true,
  application_name: 'lyceum-log',
});

const connect = async (config: ClientConfig): Promise<Client> => {
  const client = new Client(config);
  // A lost connection also rejects the query on it, which is where it is dealt with.
  client.on('error', () => undefined);
  await client.connect();
  return client;
};

/** Each statement ends by itself after 2 s; a server that no longer answers is given up a little later. */
export const connectAppender = (options: ConnectionOptions): Promise<Client> =>
  connect({ ...clientConfig(options, settings), query_timeout: 2_500 });

/** For notifications only: their loss does no harm, so they wait for no disk. */
export const connectNotifier = (options: ConnectionOptions): Promise<Client> =>
  connect({
    ...clientConfig(options, { synchronous_commit: 'off', statement_timeout: '2000' }),
    query_timeout: 2_500,
  });

/** For the demo school's past: thousands of appends, one after the other, that need not wait for the disk one by one. */
export const connectSeeder = (options: ConnectionOptions): Promise<Client> =>
  connect({
    ...clientConfig(options, { ...settings, synchronous_commit: 'off', statement_timeout: '30000' }),
    query_timeout: 35_000,
  });
