/**
 * Reads archived events of a log. The table `log.segments` says where they are. Functions that return events throw database errors, and an
 * ArchiveError if the archive cannot provide the events.
 */

import type { ClientBase, Pool } from 'pg';
import type { Archive, Segment } from './archive.ts';
import { ArchiveDamagedError, ArchiveNotConfiguredError, SegmentsMissingError } from './archive-error.ts';
import type { ArchivedEvent } from './archived-event.ts';

type Queryable = Pick<Pool | ClientBase, 'query'>;

/** A log with its archive. `archive` is null if this process has no object store. */
export type LogSource = { database: Queryable; archive: Archive | null };

/** A row of `log.segments`. Times are microseconds since 1970. */
export type ListedSegment = Segment & { number: number; firstRecordedAt: number; lastRecordedAt: number };

/** A row of `segmentColumns` as `pg` returns it. */
export type SegmentRow = {
  number: number;
  first_position: string;
  last_position: string;
  first_recorded_at: number;
  last_recorded_at: number;
  events_object: string;
  streams_object: string;
  bytes: string;
  sha256: Buffer;
};

/** All columns of a segment. Times are microseconds since 1970. */
export const segmentColumns = `number, first_position, last_position, events_object, streams_object, bytes, sha256,
  (extract(epoch from first_recorded_at) * 1000000)::float8 as first_recorded_at,
  (extract(epoch from last_recorded_at) * 1000000)::float8 as last_recorded_at`;

/** Converts a row to a segment. */
export const parseSegment = (row: SegmentRow): ListedSegment => ({
  number: row.number,
  firstPosition: Number(row.first_position),
  lastPosition: Number(row.last_position),
  firstRecordedAt: row.first_recorded_at,
  lastRecordedAt: row.last_recorded_at,
  events: { name: row.events_object, bytes: Number(row.bytes), footerSha256: row.sha256 },
  streamsObject: row.streams_object,
});

/** Returns the segments with events from `first` to `last`, in order. */
const findSegments = async (database: Queryable, first: number, last: number): Promise<ListedSegment[]> => {
  const { rows } = await database.query<SegmentRow>({
    name: 'archive-segments-of-range',
    text: `select ${segmentColumns} from log.segments
      where last_position >= $1 and first_position <= $2 order by last_position`,
    values: [first, last],
  });
  return rows.map(parseSegment);
};

const segmentsPerQuery = 100;

/** Returns at most `limit` segments with events after a position, in order. */
export const findSegmentsAfter = async (
  database: Queryable,
  after: number,
  limit = segmentsPerQuery,
): Promise<ListedSegment[]> => {
  const { rows } = await database.query<SegmentRow>({
    name: 'archive-segments-after',
    text: `select ${segmentColumns} from log.segments where last_position > $1 order by last_position limit $2`,
    values: [after, limit],
  });
  return rows.map(parseSegment);
};

/** Yields all segments, in order. */
export async function* listSegments(database: Queryable): AsyncGenerator<ListedSegment> {
  for (let last = 0; ; ) {
    const segments = await findSegmentsAfter(database, last);
    yield* segments;
    const newest = segments.at(-1);
    if (newest === undefined) return;
    last = newest.lastPosition;
  }
}

/**
 * Returns the segments with events of a stream, in order.
 * @param upTo a version of the stream that the caller knows to be archived.
 * @throws SegmentsMissingError if the database does not know this yet.
 */
const findSegmentsOfStream = async (
  database: Queryable,
  stream: string,
  upTo: number,
): Promise<ListedSegment[]> => {
  const { rows } = await database.query<SegmentRow & { version: number }>({
    name: 'archive-segments-of-stream',
    text: `select archived.version, ${segmentColumns} from log.archived_streams as archived
      join log.segments on number = any (archived.segments) where archived.stream = $1 order by number`,
    values: [stream],
  });
  if ((rows[0]?.version ?? 0) < upTo) throw new SegmentsMissingError(`version ${upTo} of ${stream}`);
  return rows.map(parseSegment);
};

/** Returns the archive. @throws ArchiveNotConfiguredError if this process has no object store. */
export const requireArchive = (archive: Archive | null): Archive => {
  if (archive === null) throw new ArchiveNotConfiguredError();
  return archive;
};

/**
 * Returns the events from `first` to `last`, which the caller knows to be archived.
 * @throws SegmentsMissingError if the database does not list all of their segments; ArchiveDamagedError if these do not have all of the events.
 */
export const readArchivedRange = async (
  { database, archive }: LogSource,
  first: number,
  last: number,
): Promise<ArchivedEvent[]> => {
  const events: ArchivedEvent[] = [];
  if (first > last) return events;
  let next = first;
  for (const segment of await findSegments(database, first, last)) {
    if (segment.firstPosition > next) break;
    const end = Math.min(last, segment.lastPosition);
    for (const event of await requireArchive(archive).readRange(segment, next, end)) events.push(event);
    next = end + 1;
  }
  if (next <= last) throw SegmentsMissingError.ofPositions(next, last);
  if (events.length !== last - first + 1)
    throw new ArchiveDamagedError(`The archive does not have all events from ${first} to ${last}.`);
  return events;
};

const eventsPerPage = 5_000;

/** Yields the events from `first` to `last`, which the caller knows to be archived, in pages. */
export async function* readArchivedPages(
  source: LogSource,
  first: number,
  last: number,
): AsyncGenerator<ArchivedEvent[]> {
  for (let start = first; start <= last; start += eventsPerPage)
    yield await readArchivedRange(source, start, Math.min(start + eventsPerPage - 1, last));
}

/** All events of these types are in streams of which the database keeps copies. */
const keptTypes: readonly string[] = ['UserRemoved'];

const keptColumns = `position::float8 as position, stream, version, type, schema_version as "schemaVersion",
  (extract(epoch from recorded_at) * 1000000)::float8 as "recordedAt", command_id as "commandId", data::text as data, metadata::text as metadata`;

/** The database keeps copies of all archived events of these streams in `log.kept_events`. */
const keptStreams = /^(admins$|user-|course-)/;

/** Returns whether an archived event is also in `log.kept_events`. */
export const isKept = ({ stream }: Pick<ArchivedEvent, 'stream'>): boolean => keptStreams.test(stream);

/**
 * Returns the kept copies of archived events from `first` to `last`, which must be archived.
 * @param types null: all.
 * @throws SegmentsMissingError if the server does not know yet that they are archived.
 */
export const readKeptEvents = async (
  database: Queryable,
  first: number,
  last: number,
  types: readonly string[] | null = null,
): Promise<ArchivedEvent[]> => {
  const { rows } = await database.query<{ head: string } & (ArchivedEvent | { position: null })>({
    name: 'archive-kept-events',
    // The last archived position comes from the same snapshot.
    text: `select archived.head, kept.* from (select log.archived_head() as head) as archived
      left join lateral (select ${keptColumns} from log.kept_events
        where log.kept_events.position between $1 and $2 and ($3::text[] is null or type = any ($3))) as kept on true
      order by kept.position`,
    values: [first, last, types],
  });
  const head = Number(rows[0]?.head ?? 0);
  if (head < last) throw SegmentsMissingError.ofPositions(head + 1, last);
  return rows.flatMap(({ head: _, ...event }) => (event.position === null ? [] : event));
};

/** The part of a stream after `afterVersion`, up to `upTo`, which is its last archived version. */
type ArchivedPart = { stream: string; afterVersion: number; upTo: number };

/** Returns a part of a stream from the copies in the database. They have all archived events of a stream, or none. */
const readKeptStream = async (
  database: Queryable,
  { stream, afterVersion, upTo }: ArchivedPart,
): Promise<ArchivedEvent[]> => {
  const { rows } = await database.query<ArchivedEvent>({
    name: 'archive-kept-stream',
    text: `select ${keptColumns} from log.kept_events where stream = $1 and version > $2 and version <= $3 order by version`,
    values: [stream, afterVersion, upTo],
  });
  return rows;
};

/**
 * Returns the events of some types from `first` to `last`, which the caller knows to be archived. If only removals of users are wanted,
 * they come from the database, because a rebuild reads all of them first.
 */
export const readArchivedOfTypes = async (
  source: LogSource,
  first: number,
  last: number,
  types: readonly string[],
): Promise<ArchivedEvent[]> => {
  if (first > last) return [];
  if (types.every((type) => keptTypes.includes(type)))
    return readKeptEvents(source.database, first, last, types);
  const events: ArchivedEvent[] = [];
  for await (const page of readArchivedPages(source, first, last))
    for (const event of page) if (types.includes(event.type)) events.push(event);
  return events;
};

/** Returns the events at these positions, which the caller knows to be archived, in log order. */
export const readArchivedAt = async (
  { database, archive }: LogSource,
  positions: readonly number[],
): Promise<ArchivedEvent[]> => {
  const sorted = [...new Set(positions)].sort((one, other) => one - other);
  const events: ArchivedEvent[] = [];
  let next = 0;
  for (;;) {
    const position = sorted[next];
    if (position === undefined) return events;
    const [segment] = await findSegmentsAfter(database, position - 1, 1);
    if (segment === undefined || segment.firstPosition > position)
      throw SegmentsMissingError.ofPositions(position, position);
    const wanted = sorted.slice(next).filter((each) => each <= segment.lastPosition);
    next += wanted.length;
    for (const event of await requireArchive(archive).readAt(segment, wanted)) events.push(event);
  }
};

/** Returns a part of a stream from the object store. */
const readStoredStream = async (
  reader: Archive,
  segments: readonly Segment[],
  { stream, afterVersion, upTo }: ArchivedPart,
): Promise<ArchivedEvent[]> => {
  const parts: ArchivedEvent[][] = [];
  let version = upTo;
  // Begins with the newest segment, because a caller often knows the older events.
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
  return parts.flat();
};

/**
 * Returns the archived events of a stream after a version. Those of users, courses and the Admins come from the database.
 * @throws ArchiveDamagedError if some are missing; SegmentsMissingError if the server does not know yet that they are archived.
 */
export const readArchivedStream = async (source: LogSource, part: ArchivedPart): Promise<ArchivedEvent[]> => {
  const { stream, afterVersion, upTo } = part;
  const isComplete = (events: readonly ArchivedEvent[]) =>
    events.length === upTo - afterVersion &&
    events.every((event, index) => event.stream === stream && event.version === afterVersion + 1 + index);
  let events = await readKeptStream(source.database, part);
  if (isComplete(events)) return events;
  const segments = await findSegmentsOfStream(source.database, stream, upTo);
  if (events.length === 0) events = await readStoredStream(requireArchive(source.archive), segments, part);
  if (!isComplete(events))
    throw new ArchiveDamagedError(
      `The archive does not have versions ${afterVersion + 1} to ${upTo} of the stream ${stream}.`,
    );
  return events;
};

/**
 * Returns the last archived position that was recorded before a time (microseconds since 1970); 0 if there is none.
 * Times never decrease from one position to the next.
 * @param archivedHead a position that the caller knows to be archived.
 * @throws SegmentsMissingError if the server does not know this yet.
 */
export const archivedPositionBefore = async (
  { database, archive }: LogSource,
  time: number,
  archivedHead: number,
): Promise<number> => {
  const { rows } = await database.query<{ head: string } & (SegmentRow | { number: null })>({
    name: 'archive-segment-of-time',
    text: `select archived.head, found.* from (select log.archived_head() as head) as archived
      left join lateral (select ${segmentColumns} from log.segments
        where extract(epoch from log.segments.last_recorded_at) * 1000000 >= $1
        order by last_position limit 1) as found on true`,
    values: [time],
  });
  const [row] = rows;
  const head = Number(row?.head ?? 0);
  if (!row || head < archivedHead) throw SegmentsMissingError.ofPositions(head + 1, archivedHead);
  return row.number === null ? head : requireArchive(archive).positionBefore(parseSegment(row), time);
};
