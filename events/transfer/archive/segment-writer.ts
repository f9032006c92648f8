/** Writes the two objects of a segment to local files. At most one row group of each is in memory. */
import type { ClientBase } from 'pg';
import type { ObjectReference } from '../../archive/parquet-object.ts';
import { type ParquetFile, writeParquet } from '../../archive/parquet-writer.ts';
import {
  eventsSchema,
  streamsSchema,
  toEventColumns,
  toStreamColumns,
} from '../../archive/segment-columns.ts';
import { SegmentCounter } from '../../archive/segment-counter.ts';
import { countsKey, type StreamEntry, streamsKey } from '../../archive/segment-schema.ts';
import type { StoredEvent } from '../../seals/proof/encoding.ts';
import { readStoredRows } from '../../seals/stored-events.ts';

/** Positions, both inclusive. */
export type PositionRange = { first: number; last: number };

/** Readers read and decode whole row groups. Smaller groups make the footer longer (decision 0072). */
const maxRowsPerGroup = 2_000;
/** The largest sum of the lengths of the texts in a row group, unless a single event is longer. */
const maxTextPerGroup = 4_000_000;
const rowsPerQuery = 1_000;
const entriesPerGroup = 10_000;

const lengthOf = ({ stream, data, metadata }: StoredEvent) => stream.length + data.length + metadata.length;

async function* readGroups(
  database: ClientBase,
  { first, last }: PositionRange,
): AsyncGenerator<StoredEvent[]> {
  let group: StoredEvent[] = [];
  let textLength = 0;
  for (let after = first - 1; after < last; ) {
    const limit = Math.min(rowsPerQuery, last - after);
    const page = await readStoredRows(database, { after, limit });
    for (const event of page) {
      const length = lengthOf(event);
      if (group.length > 0 && (group.length >= maxRowsPerGroup || textLength + length > maxTextPerGroup)) {
        yield group;
        group = [];
        textLength = 0;
      }
      group.push(event);
      textLength += length;
    }
    const end = page.at(-1)?.position;
    if (end !== after + limit) throw new Error(`The log has a gap after position ${after}.`);
    after = end;
  }
  if (group.length > 0) yield group;
}

/**
 * Writes the events object.
 * @param options.streams the streams object of the segment, which the footer refers to.
 * @param options.onEvents called with the last position of each row group.
 */
export const writeEventsFile = (
  database: ClientBase,
  path: string,
  options: { range: PositionRange; streams: ObjectReference; onEvents?: (position: number) => void },
): Promise<ParquetFile> => {
  const counter = new SegmentCounter();
  const { bytes, footerSha256 } = options.streams;
  const groups = async function* () {
    for await (const events of readGroups(database, options.range)) {
      for (const event of events) counter.add(event);
      yield toEventColumns(events);
      options.onEvents?.(events.at(-1)?.position ?? 0);
    }
  };
  return writeParquet(path, {
    schema: eventsSchema,
    groups: groups(),
    metadata: () => [
      { key: streamsKey, value: JSON.stringify({ bytes, footerSha256: footerSha256.toString('hex') }) },
      { key: countsKey, value: JSON.stringify(counter.counts) },
    ],
  });
};

/**
 * Yields the entries of a range, sorted by stream and version, in groups. PostgreSQL sorts them, on disk if there are many. Uses a
 * transaction, so the connection must not be in one.
 */
export async function* readStreamEntries(
  database: ClientBase,
  { first, last }: PositionRange,
): AsyncGenerator<StreamEntry[]> {
  await database.query('begin isolation level repeatable read read only');
  try {
    await database.query(
      `declare entries no scroll cursor for
         select stream, version, position from log.events where position between ${first} and ${last}
           order by stream, version`,
    );
    for (;;) {
      const { rows } = await database.query<{ stream: string; version: number; position: string }>(
        `fetch ${entriesPerGroup} from entries`,
      );
      if (rows.length === 0) return;
      yield rows.map(({ stream, version, position }) => ({ stream, version, position: Number(position) }));
    }
  } finally {
    // If the connection was lost, this fails too, and there is nothing to end.
    await database.query('rollback').catch(() => undefined);
  }
}

/** Writes the streams object. */
export const writeStreamsFile = (
  database: ClientBase,
  path: string,
  range: PositionRange,
): Promise<ParquetFile> => {
  const groups = async function* () {
    for await (const entries of readStreamEntries(database, range)) yield toStreamColumns(entries);
  };
  return writeParquet(path, { schema: streamsSchema, groups: groups() });
};
