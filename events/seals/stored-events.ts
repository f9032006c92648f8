import { type LogSource, readArchivedRange } from '../archive/archived-events.ts';
import type { StoredEvent } from './proof/encoding.ts';
import type { Queryable } from './seal-rows.ts';

type Row = [string, string, number, string, number, string | null, string, string, string];

const parseRow = ([
  position,
  stream,
  version,
  type,
  schemaVersion,
  recordedAt,
  commandId,
  data,
  metadata,
]: Row): StoredEvent => ({
  position: Number(position),
  stream,
  version,
  type,
  schemaVersion,
  recordedAt: recordedAt === null ? Number.NaN : Number(recordedAt),
  commandId,
  data,
  metadata,
});

/** Returns the events of the database in a range, and the last archived position from the same snapshot. */
const queryStored = async (
  database: Queryable,
  range: { after: number; limit: number },
): Promise<{ rows: StoredEvent[]; archivedHead: number }> => {
  const { rows: found } = await database.query<[string, ...(Row | [null])]>({
    name: 'seals-stored-events',
    rowMode: 'array',
    // An infinite time, which only tampering can store, becomes NaN and then does not match its seal.
    text: `select archived.head, found.* from (select log.archived_head() as head) as archived
           left join lateral (select position, stream, version, type, schema_version,
               case when isfinite(recorded_at) then (extract(epoch from recorded_at) * 1000000)::bigint end,
               command_id, data::text, metadata::text
             from log.events where position > $1 order by position limit $2) as found on true
           order by found.position`,
    values: [range.after, range.limit],
  });
  const rows = found.flatMap(([, ...row]) => (row[0] === null ? [] : [parseRow(row)]));
  return { rows, archivedHead: Number(found[0]?.[0] ?? 0) };
};

/**
 * Returns at most `limit` events of the database after a position, in order, exactly as they are stored: not parsed, decrypted or upcast.
 * Archived events are left out. The query has no upper bound: with one, PostgreSQL would sort all following events for each page (see `readLeafHashes`).
 */
export const readStoredRows = async (
  database: Queryable,
  range: { after: number; limit: number },
): Promise<StoredEvent[]> => (await queryStored(database, range)).rows;

/**
 * Returns at most `limit` events after a position, in order, exactly as they are stored: in the database, or in the archive.
 * @throws ArchiveError if archived events cannot be read.
 */
export const readStoredEvents = async (
  source: LogSource,
  { after, limit }: { after: number; limit: number },
): Promise<StoredEvent[]> => {
  const { rows, archivedHead } = await queryStored(source.database, { after, limit });
  // Only tampering can store positions below 1.
  const tampered = rows.filter(({ position }) => position < 1);
  const expected = Math.max(after, 0) + 1;
  const first = rows[tampered.length]?.position ?? Number.POSITIVE_INFINITY;
  const last = Math.min(expected + limit - tampered.length - 1, first - 1, archivedHead);
  if (last < expected) return rows;
  const archived = await readArchivedRange(source, expected, last);
  return [...tampered, ...archived, ...rows.slice(tampered.length)].slice(0, limit);
};
