import { randomUUID } from 'node:crypto';
import type { TestLog } from './test-log.ts';

/**
 * Appends an event as a newer release would: of a type, or in a version, that this release does not know.
 * @param event without personal fields. It is added at the end of its stream.
 * @returns the position of the event.
 */
export const appendOfNewerRelease = async (
  { pool }: Pick<TestLog, 'pool'>,
  event: { stream: string; type: string; schemaVersion?: number; data?: object },
): Promise<number> => {
  const { rows } = await pool.query<{ position: string }>(
    `insert into log.events (position, recorded_at, stream, version, type, schema_version, command_id, data, metadata)
     select coalesce(max(position), 0) + 1, greatest(max(recorded_at), clock_timestamp()), $1,
         coalesce(max(version) filter (where stream = $1), 0) + 1, $2, $3, $4, $5, '{"actor":null,"correlationId":"newer"}'
       from log.events
     returning position`,
    [event.stream, event.type, event.schemaVersion ?? 1, randomUUID(), JSON.stringify(event.data ?? {})],
  );
  return Number(rows[0]?.position);
};
