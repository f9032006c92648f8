import { Client } from 'pg';
import type { Cluster } from '../../start-cluster.ts';
import type { AppendedEvent } from './compare-acts.ts';

const connectTimeoutMs = 10_000;

/** Reads the events after a position on the primary, in order, with the commands that appended them. */
export const readAppended = async (
  cluster: Pick<Cluster, 'primaryUrl'>,
  after: number,
): Promise<AppendedEvent[]> => {
  const client = new Client({
    connectionString: cluster.primaryUrl('projector'),
    connectionTimeoutMillis: connectTimeoutMs,
  });
  // A connection that is lost rejects the query, too.
  client.on('error', () => {});
  await client.connect();
  try {
    const { rows } = await client.query<Omit<AppendedEvent, 'position'> & { position: string }>(
      `select position, stream, type, command_id as "commandId" from log.events where position > $1 order by position`,
      [after],
    );
    return rows.map((row) => ({ ...row, position: Number(row.position) }));
  } finally {
    await client.end();
  }
};
