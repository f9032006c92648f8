/** Reads archived events of a log. The table `log.segments` says where they are. */

import type { ClientBase, Pool } from 'pg';
import type { Archive, Segment } from './archive.ts';
import { ArchiveDamagedError, ArchiveNotConfiguredError } from './archive-error.ts';
import type { ArchivedEvent } from './archived-event.ts';

type Queryable = Pick<Pool | ClientBase, 'query'>;

/** A log with its archive; null if this process has no object store. */
export type LogSource = { database: Queryable; archive: Archive | null };

export type SegmentRow = {
  first_position: string;
  last_position: string;
  events_object: string;
  streams_object: string;
  bytes: string;
  sha256: Buffer;
};

export const segmentColumns = 'first_position, last_position, events_object, streams_object, bytes, sha256';

export const parseSegment = (row: SegmentRow): Segment => ({
  firstPosition: Number(row.first_position),
  lastPosition: Number(row.last_position),
  events: { name: row.events_object, bytes: Number(row.bytes), footerSha256: row.sha256 },
  streamsObject: row.streams_object,
});

const segmentsPerQuery = 100;

/** Returns at most 100 segments with events after a position, in order. */
export const findSegmentsAfter = async (database: Queryable, after: number): Promise<Segment[]> => {
  const { rows } = await database.query<SegmentRow>({
    name: 'archive-segments-after',
    text: `select ${segmentColumns} from log.segments where last_position > $1 order by last_position limit $2`,
    values: [after, segmentsPerQuery],
  });
  return rows.map(parseSegment);
};

/** Yields all segments with events after a position, in order. */
export async function* listSegments(database: Queryable, after = 0): AsyncGenerator<Segment> {
  for (let last = after; ; ) {
    const segments = await findSegmentsAfter(database, last);
    yield* segments;
    const newest = segments.at(-1);
    if (newest === undefined) return;
    last = newest.lastPosition;
  }
}

const findSegmentsOfStream = async (database: Queryable, stream: string): Promise<Segment[]> => {
  const { rows } = await database.query<SegmentRow>({
    name: 'archive-segments-of-stream',
    text: `select ${segmentColumns} from log.segments
      where number = any ((select segments from log.archived_streams where stream = $1)::integer[]) order by number`,
    values: [stream],
  });
  return rows.map(parseSegment);
};

/** @throws ArchiveNotConfiguredError if this process has no object store. */
export const requireArchive = (archive: Archive | null): Archive => {
  if (archive === null) throw new ArchiveNotConfiguredError();
  return archive;
};

/**
 * Returns the archived events from `first` to `last`. Events in this range that are not archived are left out. They are always the
 * last ones, because the oldest events are archived first.
 */
export const readArchivedRange = async (
  { database, archive }: LogSource,
  first: number,
  last: number,
): Promise<ArchivedEvent[]> => {
  const events: ArchivedEvent[] = [];
  if (first > last) return events;
  for await (const segment of listSegments(database, first - 1)) {
    if (segment.firstPosition > last) break;
    const range = await requireArchive(archive).readRange(
      segment,
      Math.max(first, segment.firstPosition),
      Math.min(last, segment.lastPosition),
    );
    for (const event of range) events.push(event);
    if (segment.lastPosition >= last) break;
  }
  return events;
};

/** At most this many events are in memory in addition to those that are selected. */
const eventsPerSearch = 5_000;

/** Archived events of these types are also in `log.kept_events`. */
const keptTypes: readonly string[] = ['UserRemoved'];

const readKeptEvents = async (
  database: Queryable,
  first: number,
  last: number,
  types: readonly string[],
): Promise<ArchivedEvent[]> => {
  const { rows } = await database.query<ArchivedEvent>({
    name: 'archive-kept-events',
    text: `select position::float8 as position, stream, version, type, schema_version as "schemaVersion",
        (extract(epoch from recorded_at) * 1000000)::float8 as "recordedAt", command_id as "commandId",
        data::text as data, metadata::text as metadata
      from log.kept_events where position between $1 and $2 and type = any ($3::text[]) order by position`,
    values: [first, last, types],
  });
  return rows;
};

/** Returns the archived events of some types from `first` to `last`. A rebuild reads all removals of users first, so these come from the database. */
export const readArchivedOfTypes = async (
  source: LogSource,
  first: number,
  last: number,
  types: readonly string[],
): Promise<ArchivedEvent[]> => {
  if (types.every((type) => keptTypes.includes(type)))
    return readKeptEvents(source.database, first, last, types);
  const events: ArchivedEvent[] = [];
  for (let start = first; start <= last; start += eventsPerSearch) {
    const end = Math.min(start + eventsPerSearch - 1, last);
    for (const event of await readArchivedRange(source, start, end))
      if (types.includes(event.type)) events.push(event);
  }
  return events;
};

/** Returns the archived events at these positions, in log order. */
export const readArchivedAt = async (
  { database, archive }: LogSource,
  positions: readonly number[],
): Promise<ArchivedEvent[]> => {
  const sorted = [...new Set(positions)].filter((position) => position > 0).sort((one, other) => one - other);
  const events: ArchivedEvent[] = [];
  let next = 0;
  for (;;) {
    const position = sorted[next];
    if (position === undefined) return events;
    const [segment] = await findSegmentsAfter(database, position - 1);
    if (segment === undefined) return events;
    const wanted = sorted.slice(next).filter((each) => each <= segment.lastPosition);
    next += wanted.length;
    for (const event of await requireArchive(archive).readAt(segment, wanted)) events.push(event);
  }
};

/**
 * Returns the archived events of a stream after a version.
 * @param upTo the last one of these versions.
 * @throws ArchiveDamagedError if one of them is missing.
 */
export const readArchivedStream = async (
  { database, archive }: LogSource,
  { stream, afterVersion, upTo }: { stream: string; afterVersion: number; upTo: number },
): Promise<ArchivedEvent[]> => {
  const segments = await findSegmentsOfStream(database, stream);
  // The stream has a gap, which verification finds.
  if (segments.length === 0) return [];
  const reader = requireArchive(archive);
  const parts: ArchivedEvent[][] = [];
  let version = upTo;
  // From the newest segment on, because a caller often knows the older events.
  for (const segment of segments.toReversed()) {
    if (version <= afterVersion) break;
    const found = await reader.findStream(segment, stream);
    const events = await reader.readAt(
      segment,
      found
        .filter((entry) => entry.version > afterVersion && entry.version <= version)
        .map(({ position }) => position),
    );
    parts.unshift(events);
    version = (events[0]?.version ?? version + 1) - 1;
  }
  const events = parts.flat();
  const isComplete =
    events.length === upTo - afterVersion &&
    events.every((event, index) => event.stream === stream && event.version === afterVersion + 1 + index);
  if (!isComplete)
    throw new ArchiveDamagedError(
      `The archive does not have the versions ${afterVersion + 1} to ${upTo} of the stream ${stream}.`,
    );
  return events;
};

/**
 * Returns the last archived position that was recorded before a time (microseconds since 1970); 0 if there is none.
 * Times never decrease along the positions.
 */
export const archivedPositionBefore = async (
  { database, archive }: LogSource,
  time: number,
): Promise<number> => {
  const { rows } = await database.query<SegmentRow>({
    name: 'archive-segment-of-time',
    text: `select ${segmentColumns} from log.segments
      where (extract(epoch from last_recorded_at) * 1000000)::bigint >= $1 order by last_position limit 1`,
    values: [time],
  });
  const segment = rows[0] && parseSegment(rows[0]);
  if (segment) return requireArchive(archive).positionBefore(segment, time);
  const last = await database.query<{ last: string }>(
    'select coalesce(max(last_position), 0) as last from log.segments',
  );
  return Number(last.rows[0]?.last ?? 0);
};
