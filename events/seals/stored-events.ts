import { type LogSource, readArchivedRange } from '../archive/archived-events.ts';
import type { StoredEvent } from './proof/encoding.ts';
import type { Queryable } from './seal-rows.ts';

type Row = [string, string, number, string, number, string | null, string, string, string];

/**
 * Returns at most `limit` events of the database after a position, in order, exactly as they are stored: not parsed, decrypted or upcast.
 * Archived events are left out. The query has no upper bound, because PostgreSQL would sort all following events for each page (see `readLeafHashes`).
 */
export const readStoredRows = async (
  database: Queryable,
  range: { after: number; limit: number },
): Promise<StoredEvent[]> => {
  const { rows } = await database.query<Row>({
    name: 'seals-stored-events',
    rowMode: 'array',
    // An infinite time, which only tampering can store, becomes NaN and then does not match its seal.
    text: `select position, stream, version, type, schema_version,
             case when isfinite(recorded_at) then (extract(epoch from recorded_at) * 1000000)::bigint end,
             command_id, data::text, metadata::text
           from log.events where position > $1 order by position limit $2`,
    values: [range.after, range.limit],
  });
  return rows.map(
    ([position, stream, version, type, schemaVersion, recordedAt, commandId, data, metadata]) => ({
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

/**
 * Returns at most `limit` events after a position, in order, exactly as they are stored: in the database, or in the archive.
 * @throws ArchiveError if archived events cannot be read.
 */
export const readStoredEvents = async (
  source: LogSource,
  { after, limit }: { after: number; limit: number },
): Promise<StoredEvent[]> => {
  const rows = await readStoredRows(source.database, { after, limit });
  // Only tampering stores positions below 1.
  const tampered = rows.filter(({ position }) => position < 1);
  const expected = Math.max(after, tampered.at(-1)?.position ?? 0, 0) + 1;
  const first = rows[tampered.length];
  if (first?.position === expected || tampered.length === limit) return rows;
  // The rows were read first: events that are archived later are among them.
  const last = Math.min(expected + limit - tampered.length, first?.position ?? Number.POSITIVE_INFINITY) - 1;
  const archived = await readArchivedRange(source, expected, last);
  return [...tampered, ...archived, ...rows.slice(tampered.length)].slice(0, limit);
};
