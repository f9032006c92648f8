import { Client } from 'pg';
import type { Cluster } from '../start-cluster.ts';

const queryTimeoutMs = 60_000;
const connectTimeoutMs = 10_000;

/** Runs work on a new connection to the primary, and closes it afterwards. @throws Error if the connection fails, or a query takes longer than a minute. */
export const withPrimary = async <T>(
  cluster: Pick<Cluster, 'primaryUrl'>,
  login: string,
  work: (client: Client) => Promise<T>,
): Promise<T> => {
  const client = new Client({
    connectionString: cluster.primaryUrl(login),
    connectionTimeoutMillis: connectTimeoutMs,
    query_timeout: queryTimeoutMs,
  });
  // A lost connection also rejects the query. Without a listener it would end this process.
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
};
