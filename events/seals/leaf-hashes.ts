import { hashLength } from './merkle.ts';
import { encodingVersion } from './proof/encoding.ts';
import { leafPrefix } from './proof/merkle-path.ts';
import type { Queryable } from './seal-rows.ts';

const prefix = Buffer.of(leafPrefix, encodingVersion).toString('hex');

/**
 * The leaf hash of an event, computed by PostgreSQL. `record_send` returns exactly the bytes that `encodeStoredEvent` writes after
 * the version byte, as a test checks. Verification encodes events in Node, so it would fail on every event if the bytes differed.
 *
 * On two cores, with events of 450 bytes, this computes 430,000 hashes per second and transfers 32 bytes each. Reading
 * the rows and encoding them in Node takes five times the CPU time and would slow down the appender.
 */
const leafHashSql = `sha256('\\x${prefix}'::bytea || record_send(row(
  position, stream, version, type, schema_version, recorded_at, command_id, data, metadata)))`;

type PageLeaves = {
  firstPosition: number;
  lastPosition: number;
  eventCount: number;
  /** Leaf hashes in order, 32 bytes each. */
  leaves: Buffer;
  /** The time of the database server, in microseconds since 1970. */
  serverTime: number;
};

/**
 * Returns the leaf hashes of at most `limit` events after a position, or null if there are no such events.
 *
 * The query has no upper bound: with two bounds as parameters, PostgreSQL expects a short range and sorts all following events for each
 * page. That is seven times slower on a table that has not been analysed yet.
 */
export const readLeafHashes = async (
  database: Queryable,
  range: { after: number; limit: number },
): Promise<PageLeaves | null> => {
  const { rows } = await database.query<[string | null, string, string, Buffer, string]>({
    name: 'seals-leaf-hashes',
    rowMode: 'array',
    text: `select min(position), max(position), count(*), string_agg(leaf, ''),
             (extract(epoch from clock_timestamp()) * 1000000)::bigint
           from (select position, ${leafHashSql} as leaf from log.events
             where position > $1 order by position limit $2) as page`,
    values: [range.after, range.limit],
  });
  const [row] = rows;
  if (row === undefined || row[0] === null) return null;
  const [first, last, count, leaves, serverTime] = row;
  const eventCount = Number(count);
  if (leaves.length !== eventCount * hashLength)
    throw new Error('PostgreSQL returned a page without all of its leaf hashes.');
  return {
    firstPosition: Number(first),
    lastPosition: Number(last),
    eventCount,
    leaves,
    serverTime: Number(serverTime),
  };
};
