import { Client } from 'pg';

const queryTimeoutMs = 60_000;
const connectTimeoutMs = 10_000;

/**
 * Runs work on a new connection, and closes it afterwards.
 * @throws Error if the connection fails, or a query takes longer than a minute, for example because the primary waits for a synchronous
 * standby.
 */
export const withConnection = async <T>(url: string, work: (client: Client) => Promise<T>): Promise<T> => {
  const client = new Client({
    connectionString: url,
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
