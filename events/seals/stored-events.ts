import type { StoredEvent } from './proof/encoding.ts';
import type { Queryable } from './rows.ts';

type Row = [string, string, number, string, number, string | null, string, string, string];

/** Every column of events as it is stored: nothing parsed, decrypted or upcast. In the order of position. */
export const readStoredEvents = async (
  database: Queryable,
  range: { after: number; upTo: number; limit: number },
): Promise<StoredEvent[]> => {
  const { rows } = await database.query<Row>({
    name: 'read-stored-events',
    rowMode: 'array',
    // A time that is not finite (nobody but a forger writes one) becomes null, and then does not fit its seal.
    text: `select position, stream, version, type, schema_version,
             case when isfinite(recorded_at) then (extract(epoch from recorded_at) * 1000000)::bigint end,
             command_id, data::text, metadata::text
           from log.events where position > $1 and position <= $2 order by position limit $3`,
    values: [range.after, range.upTo, range.limit],
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
