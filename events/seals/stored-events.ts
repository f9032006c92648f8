import type { StoredEvent } from './proof/encoding.ts';
import type { Queryable } from './seal-rows.ts';

type Row = [string, string, number, string, number, string | null, string, string, string];

/**
 * At most `limit` events after a position, in order, every column as it is stored: nothing parsed, decrypted or upcast.
 * (No upper bound in the query, for the reason that `readLeaves` gives.)
 */
export const readStoredEvents = async (
  database: Queryable,
  range: { after: number; limit: number },
): Promise<StoredEvent[]> => {
  const { rows } = await database.query<Row>({
    name: 'read-stored-events',
    rowMode: 'array',
    // A time that is not finite (nobody but a forger writes one) becomes null, and then does not fit its seal.
    text: `select position, stream, version, type, schema_version,
             case when isfinite(recorded_at) then (extract(epoch from recorded_at) * 1000000)::bigint end,
             command_id, data::text, metadata::text
           from log.events where position > $1 order by position limit $2`,
    values: [range.after, range.limit],
  });
  return rows.map(
    ([
      position,
      stream,
      version,
      type,
      schemaVersion,
      recordedAt,
      commandId,
      data,
      metadata,
    ]): StoredEvent => ({
      position: Number(position),
      stream,
      version,
      type,
      schemaVersion,
      recordedAt: recordedAt === null ? Number.NaN : Number(recordedAt),
      commandId,
      data,
      metadata,
    }),
  );
};
