import { withPrimary } from '../../database/with-primary.ts';
import type { Cluster } from '../../start-cluster.ts';
import type { LoggedEvent } from './compare-with-log.ts';

export type LogExcerpt = {
  events: LoggedEvent[];
  /** The id of the log's history. */
  logId: string;
  head: number;
  /** Whether recorded times never decrease. */
  areTimesOrdered: boolean;
};

/** Reads the events after a position from the primary. The services of a cluster have no object store, so no events are archived. */
export const readLog = (cluster: Pick<Cluster, 'primaryUrl'>, after: number): Promise<LogExcerpt> =>
  withPrimary(cluster, 'projector', async (client) => {
    const { rows } = await client.query<LoggedEvent & { position: string; recordedAt: Date }>(
      `select position, stream, version, type, command_id as "commandId", recorded_at as "recordedAt",
          coalesce(data ->> 'details', data -> 'changes' ->> 'details') as label
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
  });

/** Returns the head of the log. */
export const readHead = async (cluster: Pick<Cluster, 'primaryUrl'>): Promise<number> =>
  (await readLog(cluster, 0)).head;
