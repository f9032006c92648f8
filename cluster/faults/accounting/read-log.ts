import { Client } from 'pg';
import type { Cluster } from '../../start-cluster.ts';
import type { LoggedEvent } from './compare-with-log.ts';

/**
 * Reads the events after a position on the primary, and the id of the log's history. `areTimesOrdered`: whether recorded times
 * never decrease.
 */
export const readLog = async (
  cluster: Pick<Cluster, 'primaryUrl'>,
  after: number,
): Promise<{ events: LoggedEvent[]; logId: string; head: number; areTimesOrdered: boolean }> => {
  const client = new Client({
    connectionString: cluster.primaryUrl('projector'),
    connectionTimeoutMillis: 10_000,
  });
  // A connection that is lost rejects the query, too.
  client.on('error', () => {});
  await client.connect();
  try {
    const { rows } = await client.query<LoggedEvent & { position: string; recordedAt: Date }>(
      `select position, stream, version, type, recorded_at as "recordedAt", coalesce(data ->> 'details', data -> 'changes' ->> 'details') as marker
         from log.events where position > $1 order by position`,
      [after],
    );
    const { rows: histories } = await client.query<{ id: string }>(
      'select coalesce(history.id, identity.id) as id from log.identity cross join log.history',
    );
    const events = rows.map((row) => ({ ...row, position: Number(row.position) }));
    return {
      ...{ events, logId: histories[0]?.id ?? '', head: events.at(-1)?.position ?? after },
      areTimesOrdered: rows.every(
        ({ recordedAt }, index) => recordedAt >= (rows[index - 1]?.recordedAt ?? recordedAt),
      ),
    };
  } finally {
    await client.end();
  }
};

/** Returns the head of the log. */
export const readHead = async (cluster: Pick<Cluster, 'primaryUrl'>): Promise<number> =>
  (await readLog(cluster, 0)).head;
