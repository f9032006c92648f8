import type { Client } from 'pg';
import type { Cluster } from '../start-cluster.ts';
import { withConnection } from './with-connection.ts';

/** Runs work on a new connection to the primary, and closes it afterwards. @throws Error if the connection fails, or a query takes longer than a minute. */
export const withPrimary = <T>(
  cluster: Pick<Cluster, 'primaryUrl'>,
  login: string,
  work: (client: Client) => Promise<T>,
): Promise<T> => withConnection(cluster.primaryUrl(login), work);
