import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, type ClientBase } from 'pg';
import { createArchive, type Segment } from '../../archive/archive.ts';
import { ArchiveDamagedError, ArchiveError } from '../../archive/archive-error.ts';
import { parseSegment, type SegmentRow, segmentColumns } from '../../archive/archived-events.ts';
import type { ObjectStore } from '../../archive/object-store.ts';
import { findObject, type ObjectReference } from '../../archive/parquet-object.ts';
import type { ParquetFile } from '../../archive/parquet-writer.ts';
import { appendLogEvent } from '../append-log-event.ts';
import { requireOwnerLogin } from '../require-owner-login.ts';
import { type PositionRange, writeEventsFile, writeStreamsFile } from './segment-writer.ts';
import { verifySegment } from './verify-segment.ts';

export type ArchiveLogOptions = {
  /** Of the owner of the database. */
  connectionString: string;
  store: ObjectStore;
  /** The operating system user, `user@host`, for the event that records the archival. */
  operator: string;
  /** Only events that were recorded before this time are archived. */
  before: Date;
  /**
   * The largest number of events in a segment, unless a single seal has more. A range that could still grow stays in the database, so
   * another run finds the same segments.
   */
  eventsPerSegment: number;
  /** Confirms that no service of a release without the archive will use this log again. Needed for the first archival only. */
  isFirst: boolean;
  signal?: AbortSignal;
  /** Called while a segment is written and while it is verified, with its range and the last position that is done. */
  onProgress?: (stage: 'written' | 'verified', range: PositionRange, position: number) => void;
  /** Called after a segment was moved. */
  onSegment?: (segment: Segment) => void;
};

/** `recordedAs`: the position of the event that records the archival. */
export type ArchivedRange = PositionRange & { segments: number; recordedAs: number };

/** Another process is archiving the log. */
class ArchiveInUseError extends Error {
  override name = 'ArchiveInUseError';
}

/** The log must not be archived yet. */
class ArchiveNotReadyError extends Error {
  override name = 'ArchiveNotReadyError';
}

/** The session that archives holds this advisory lock (other numbers: `projector/advisory-locks.ts`). */
const archiveLock = 4_115_204;

/**
 * Refuses an archival while rows of enrolments lack their first position, because the read-api then looks it up in `log.events`. Also
 * refuses the first archival unless it is confirmed, because services that do not know the archive cannot append afterwards.
 * @throws ArchiveNotReadyError
 */
const requireReady = async (database: ClientBase, isFirst: boolean): Promise<void> => {
  const { rows } = await database.query<{ has_segments: boolean; lacks_position: boolean }>(
    `select exists (select from log.segments) as has_segments,
       exists (select from read.enrolments where first_enrolled_position is null) as lacks_position`,
  );
  if (rows[0]?.lacks_position)
    throw new ArchiveNotReadyError(
      'Some rows of read.enrolments are from an earlier release. Rebuild the read models first: npm run projector -- rebuild --all',
    );
  if (!isFirst && !rows[0]?.has_segments)
    throw new ArchiveNotReadyError(
      'This is the first archival of this log. Afterwards no release without the archive can be used with this log: the appends of such a release are refused, and what it reads is incomplete. If all services have the current release, confirm this with --first.',
    );
};

const readArchivedHead = async (database: ClientBase): Promise<number> => {
  const { rows } = await database.query<{ head: string }>('select log.archived_head() as head');
  return Number(rows[0]?.head ?? 0);
};

/**
 * Returns the next segment after a position: as many whole seals as fit, at least one. Returns null if no seal follows, if the segment
 * could still become longer, or if its last event is too young or is the last one of the log.
 */
const planSegment = async (
  database: ClientBase,
  after: number,
  { before, eventsPerSegment }: ArchiveLogOptions,
): Promise<PositionRange | null> => {
  const { rows } = await database.query<{ last: string | null; is_full: boolean; is_old: boolean }>(
    `select segment.last,
         exists (select from log.seals where last_position > greatest($1::bigint + $2::bigint, segment.last)) as is_full,
         coalesce((select recorded_at < $3 from log.events where position = segment.last), false)
           and segment.last < (select max(position) from log.events) as is_old
       from (select coalesce(
           (select last_position from log.seals where last_position > $1 and last_position <= $1::bigint + $2::bigint
             order by last_position desc limit 1),
           (select last_position from log.seals where last_position > $1 order by last_position limit 1)) as last) as segment`,
    [after, eventsPerSegment, before],
  );
  const [row] = rows;
  if (!row || row.last === null || !row.is_full || !row.is_old) return null;
  return { first: after + 1, last: Number(row.last) };
};

/**
 * Requires that the store has the first and the last recorded segment. Otherwise the archive would be split over two stores, and no
 * setting could read all of it.
 * @throws ArchiveError
 */
const requireSameStore = async (database: ClientBase, store: ObjectStore): Promise<void> => {
  const { rows } = await database.query<SegmentRow>(
    `select ${segmentColumns} from log.segments
       where number = 1 or number = (select max(number) from log.segments) order by number`,
  );
  const archive = createArchive(store);
  for (const segment of rows.map(parseSegment))
    try {
      await archive.checkFooters(segment);
    } catch (error) {
      if (!(error instanceof ArchiveDamagedError)) throw error;
      throw new ArchiveError(
        `${error.message} Nothing was archived: all segments of a log must be in one store. Set ARCHIVE_URL to the store of the earlier segments, or first copy all of their objects to ${store.address}.`,
        { cause: error },
      );
    }
};

/** Returns the range of all segments that can be archived now, and their number; null if there is none. */
const planRun = async (
  database: ClientBase,
  options: ArchiveLogOptions,
): Promise<(PositionRange & { segments: number }) | null> => {
  const head = await readArchivedHead(database);
  let last = head;
  let segments = 0;
  for (;;) {
    const next = await planSegment(database, last, options);
    if (next === null) return segments === 0 ? null : { first: head + 1, last, segments };
    last = next.last;
    segments += 1;
  }
};

/**
 * Stores a file, or accepts the object that an interrupted run has stored under the same name. The caller verifies what is in the
 * store in both cases.
 */
const storeFile = async (store: ObjectStore, name: string, file: ParquetFile): Promise<ObjectReference> => {
  if (await store.create(name, file)) return { name, bytes: file.bytes, footerSha256: file.footerSha256 };
  const existing = await findObject(store, name);
  if (existing === null)
    throw new ArchiveDamagedError(`The object ${name} was removed from ${store.address}.`);
  return existing;
};

/** Stores the objects of a segment, unless the events object, which is stored last, is already there. */
const storeSegment = async (
  database: ClientBase,
  options: ArchiveLogOptions,
  folder: string,
  { range, logId }: { range: PositionRange; logId: string },
): Promise<Segment> => {
  const { store, signal, onProgress } = options;
  const { first, last } = range;
  const eventsName = `${logId}/events-${first}-${last}.parquet`;
  const streamsName = `${logId}/streams-${first}-${last}.parquet`;
  const segment = { firstPosition: first, lastPosition: last, streamsObject: streamsName };
  const existing = await findObject(store, eventsName);
  if (existing !== null) return { ...segment, events: existing };
  const streamsPath = join(folder, `streams-${first}`);
  const eventsPath = join(folder, `events-${first}`);
  try {
    const streams = await storeFile(store, streamsName, await writeStreamsFile(database, streamsPath, range));
    const file = await writeEventsFile(database, eventsPath, {
      ...{ range, streams },
      onEvents: (position) => {
        signal?.throwIfAborted();
        onProgress?.('written', range, position);
      },
    });
    return { ...segment, events: await storeFile(store, eventsName, file) };
  } finally {
    for (const path of [streamsPath, eventsPath]) await rm(path, { force: true });
  }
};

const verifyStored = async (
  database: ClientBase,
  { store, signal, onProgress }: ArchiveLogOptions,
  segment: Segment,
): Promise<void> => {
  const range = { first: segment.firstPosition, last: segment.lastPosition };
  try {
    // A new cache, so that every byte comes from the store.
    await verifySegment(database, createArchive(store), segment, (position) => {
      signal?.throwIfAborted();
      onProgress?.('verified', range, position);
    });
    for (const name of [segment.streamsObject, segment.events.name]) await store.persist(name);
    // Once more, because the verification of a large segment takes minutes.
    await createArchive(store).checkFooters(segment);
  } catch (error) {
    if (!(error instanceof ArchiveDamagedError)) throw error;
    throw new ArchiveDamagedError(
      `${error.message} Nothing was deleted from the database. Objects are never overwritten: if ${segment.events.name} and ${segment.streamsObject} in ${store.address} do not belong to this log, move them away, and archive again.`,
      { cause: error },
    );
  }
};

/** Records the segment, copies its kept events, and deletes its events from `log.events`, in one transaction. */
const moveSegment = async (database: ClientBase, segment: Segment): Promise<void> => {
  const { firstPosition, lastPosition, events, streamsObject } = segment;
  await database.query('select log.archive_segment($1, $2, $3, $4, $5, $6)', [
    ...[firstPosition, lastPosition, events.name, streamsObject, events.bytes, events.footerSha256],
  ]);
};

/**
 * Frees the space of deleted events for new ones. Autovacuum would wait until a fifth of the table is deleted. Until then, a search from
 * the first position on would read the index entries of the deleted events. `truncate false` avoids a lock on the table at the end, for
 * which readers and appends would wait.
 */
const vacuum = (database: ClientBase) =>
  database.query('vacuum (index_cleanup on, truncate false) log.events');

/** A long run also vacuums each time it has moved this many segments. */
const segmentsPerVacuum = 5;

/** Returns the beginning of the names of the temporary folders of this log and database. */
const readWorkFolderPrefix = async (database: ClientBase, logId: string): Promise<string> => {
  const { rows } = await database.query<{ oid: string }>(
    'select oid from pg_database where datname = current_database()',
  );
  return `lyceum-archive-${logId}-${rows[0]?.oid}-`;
};

/** Removes the temporary folders of earlier runs that were killed. The caller has the lock of the database, so no run uses them. */
const removeWorkFolders = async (prefix: string): Promise<void> => {
  for (const name of await readdir(tmpdir()))
    if (name.startsWith(prefix))
      // A folder of another user stays.
      await rm(join(tmpdir(), name), { recursive: true, force: true }).catch(() => undefined);
};

const archiveAll = async (
  database: ClientBase,
  options: ArchiveLogOptions,
  databaseLogin: string,
): Promise<ArchivedRange | null> => {
  const { signal, onSegment, operator, store, connectionString } = options;
  await requireSameStore(database, store);
  const { rows } = await database.query<{ id: string }>('select id from log.identity');
  const logId = rows[0]?.id ?? '';
  const workFolderPrefix = await readWorkFolderPrefix(database, logId);
  // An earlier run may have been killed.
  await removeWorkFolders(workFolderPrefix);
  if ((await readArchivedHead(database)) > 0) await vacuum(database);
  const run = await planRun(database, options);
  if (run === null) return null;
  await requireReady(database, options.isFirst);
  const recordedAs = await appendLogEvent({
    ...{ database, connectionString, actor: 'log archive' },
    event: {
      type: 'LogArchived',
      data: { operator, databaseLogin, from: run.first, to: run.last, store: store.address },
    },
  });
  const folder = await mkdtemp(join(tmpdir(), workFolderPrefix));
  try {
    for (let after = run.first - 1, moved = 0; after < run.last; ) {
      signal?.throwIfAborted();
      const range = await planSegment(database, after, options);
      if (range === null) break;
      const segment = await storeSegment(database, options, folder, { range, logId });
      await verifyStored(database, options, segment);
      await moveSegment(database, segment);
      onSegment?.(segment);
      after = range.last;
      moved += 1;
      if (moved % segmentsPerVacuum === 0) await vacuum(database);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  await vacuum(database);
  return { ...run, recordedAs };
};

/**
 * Moves the oldest events of the log into the archive, a segment at a time. The objects of a segment are stored, read back and compared
 * with the seals. Only then are its events deleted from `log.events`. The run may be killed at any time: another run continues it.
 * The run is recorded in the log before the first object is stored. The temporary files are in the folder of the operating system
 * (`TMPDIR`).
 * @returns what was archived; null if no segment is full and old enough.
 * @throws NotOwnerError, ArchiveInUseError, ArchiveNotReadyError, ArchiveError; LogUnavailableError if the run cannot be recorded.
 */
export const archiveLog = async (options: ArchiveLogOptions): Promise<ArchivedRange | null> => {
  const client = new Client({
    ...{ connectionString: options.connectionString, application_name: 'lyceum log archive' },
  });
  // A lost connection also rejects the running query, which reports the error.
  client.on('error', () => undefined);
  await client.connect();
  try {
    const databaseLogin = await requireOwnerLogin(client, 'The archive');
    // Deleting the rows of a segment can take minutes.
    await client.query('set statement_timeout = 0');
    const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [
      archiveLock,
    ]);
    if (!rows[0]?.locked)
      throw new ArchiveInUseError('Another process archives this log. Wait until it has ended.');
    return await archiveAll(client, options, databaseLogin);
  } finally {
    await client.end().catch(() => undefined);
  }
};
