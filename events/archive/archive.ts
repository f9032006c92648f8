import pLimit from 'p-limit';
import { ArchiveError } from './archive-error.ts';
import type { ArchivedEvent } from './archived-event.ts';
import { CircuitBreaker } from './circuit-breaker.ts';
import { LoadingCache } from './loading-cache.ts';
import type { ObjectStore } from './object-store.ts';
import {
  createDamagedError,
  type ObjectFooter,
  type ObjectReference,
  type ObjectRowGroup,
  readFooter,
  readRows,
} from './parquet-object.ts';
import {
  countsKey,
  type SegmentCounts,
  type StreamEntry,
  segmentCounts,
  streamsKey,
  streamsReference,
  toArchivedEvent,
  toStreamEntry,
} from './segment-schema.ts';

/** A range of events that is in the archive. */
export type Segment = {
  firstPosition: number;
  lastPosition: number;
  events: ObjectReference;
  /** The name of the streams object. Its length and the hash of its footer are in the footer of the events object. */
  streamsObject: string;
};

/** Reads segments. Every method throws an {@link ArchiveError} if the objects cannot be read, or are not the recorded ones. */
export type Archive = {
  /** Returns the events from `first` to `last`, which must be in the segment. */
  readRange(segment: Segment, first: number, last: number): Promise<ArchivedEvent[]>;
  /** Returns the events at these positions, which must be in the segment and in ascending order. */
  readAt(segment: Segment, positions: readonly number[]): Promise<ArchivedEvent[]>;
  /** Returns the entries of a stream in a segment, in the order of their versions. */
  findStream(segment: Segment, stream: string): Promise<StreamEntry[]>;
  /** Yields all entries of the streams object, a row group at a time. Also checks the bounds that `findStream` uses. */
  readStreams(segment: Segment): AsyncGenerator<readonly StreamEntry[]>;
  /** Returns the last position in a segment that was recorded before a time (microseconds since 1970); the position before the segment if there is none. */
  positionBefore(segment: Segment, time: number): Promise<number>;
  readCounts(segment: Segment): Promise<SegmentCounts>;
  /** Requires that the footers of both objects are the recorded ones. */
  checkFooters(segment: Segment): Promise<void>;
};

/** How much memory the cached events may take. */
const cacheBytes = 32 * 1024 * 1024;
/** How many row groups one call reads at the same time. */
const maxConcurrentReads = 4;
/** The memory of a parsed footer, as a multiple of the footer's length. For a million events, a parsed footer takes 3 MB. */
const footerFactor = 12;
const footerCacheBytes = 16 * 1024 * 1024;
/** Estimated memory in bytes: per event without its texts, per character at most, and per entry of the streams object. */
const eventBytes = 300;
const characterBytes = 2;
const entryBytes = 150;

const sizeOfEvents = (events: readonly ArchivedEvent[]): number => {
  let size = 1;
  for (const { stream, type, data, metadata } of events)
    size += eventBytes + characterBytes * (stream.length + type.length + data.length + metadata.length);
  return size;
};

/** Compares texts by their bytes in UTF-8, as PostgreSQL's collation "C" and the bounds in Parquet do. */
const compareBytes = (one: string, other: string): number =>
  one === other ? 0 : Buffer.compare(Buffer.from(one), Buffer.from(other));

/** Returns the bounds of a column of a row group. They may be wider than the range of its values. */
const boundsOf = (group: ObjectRowGroup, column: number) => {
  const statistics = group.metadata.columns[column]?.meta_data?.statistics;
  return {
    min: statistics?.min_value ?? statistics?.min,
    max: statistics?.max_value ?? statistics?.max,
  };
};

const mayContain = (group: ObjectRowGroup, stream: string): boolean => {
  const { min, max } = boundsOf(group, 0);
  return !(
    (typeof min === 'string' && compareBytes(stream, min) < 0) ||
    (typeof max === 'string' && compareBytes(stream, max) > 0)
  );
};

const recordedAtColumn = 5;

const latestTimeOf = (group: ObjectRowGroup): number =>
  Number(boundsOf(group, recordedAtColumn).max ?? Number.POSITIVE_INFINITY);

class ParquetArchive implements Archive {
  readonly #store: ObjectStore;
  readonly #onFailure: (error: ArchiveError) => void;
  readonly #breaker = new CircuitBreaker();
  readonly #footers: LoadingCache<ObjectFooter>;
  readonly #events: LoadingCache<readonly ArchivedEvent[]>;
  readonly #entries: LoadingCache<readonly StreamEntry[]>;

  constructor(store: ObjectStore, onFailure: (error: ArchiveError) => void) {
    this.#store = store;
    this.#onFailure = onFailure;
    this.#footers = new LoadingCache(footerCacheBytes, ({ length }) => length * footerFactor);
    this.#events = new LoadingCache(cacheBytes, sizeOfEvents);
    this.#entries = new LoadingCache(cacheBytes / 4, (entries) => 1 + entries.length * entryBytes);
  }

  async readRange(segment: Segment, first: number, last: number): Promise<ArchivedEvent[]> {
    const footer = await this.#openEvents(segment);
    const firstRow = first - segment.firstPosition;
    const lastRow = last - segment.firstPosition;
    const limit = pLimit(maxConcurrentReads);
    const load = (group: ObjectRowGroup) => limit(() => this.#loadEvents(segment, footer, group));
    const groups = footer.groups.filter(
      (group) => group.firstRow <= lastRow && group.firstRow + group.rows > firstRow,
    );
    const parts = Promise.all(
      groups.map(async (group) =>
        (await load(group)).slice(Math.max(firstRow - group.firstRow, 0), lastRow - group.firstRow + 1),
      ),
    );
    const lastGroup = groups.at(-1);
    // Readers usually continue with the following events.
    if (lastGroup !== undefined && lastRow >= lastGroup.firstRow + lastGroup.rows / 2) {
      const next = footer.groups.indexOf(lastGroup) + 1;
      for (const group of footer.groups.slice(next, next + maxConcurrentReads))
        load(group).catch(() => undefined);
    }
    return (await parts).flat();
  }

  async readAt(segment: Segment, positions: readonly number[]): Promise<ArchivedEvent[]> {
    const footer = await this.#openEvents(segment);
    const limit = pLimit(maxConcurrentReads);
    const reads: Promise<ArchivedEvent[]>[] = [];
    let next = 0;
    for (const group of footer.groups) {
      const first = segment.firstPosition + group.firstRow;
      const start = next;
      while ((positions[next] ?? Number.POSITIVE_INFINITY) < first + group.rows) next += 1;
      const wanted = positions.slice(start, next);
      if (wanted.length > 0)
        reads.push(
          limit(async () => {
            const events = await this.#loadEvents(segment, footer, group);
            return wanted.flatMap((position) => events[position - first] ?? []);
          }),
        );
    }
    return (await Promise.all(reads)).flat();
  }

  async findStream(segment: Segment, stream: string): Promise<StreamEntry[]> {
    const footer = await this.#openStreams(segment);
    const entries: StreamEntry[] = [];
    for (const group of footer.groups) {
      if (!mayContain(group, stream)) continue;
      const found = await this.#loadEntries(footer, group);
      for (const entry of found) if (entry.stream === stream) entries.push(entry);
    }
    return entries;
  }

  async *readStreams(segment: Segment): AsyncGenerator<readonly StreamEntry[]> {
    const footer = await this.#openStreams(segment);
    // Not through the cache, because each row group is read only once.
    for (const group of footer.groups) {
      const entries = await this.#decodeEntries(footer, group);
      if (
        entries.some(
          ({ stream }, index) => stream !== entries[index - 1]?.stream && !mayContain(group, stream),
        )
      )
        throw createDamagedError(
          segment.streamsObject,
          'the bounds of a row group do not contain its streams',
        );
      yield entries;
    }
  }

  async positionBefore(segment: Segment, time: number): Promise<number> {
    const footer = await this.#openEvents(segment);
    for (const group of footer.groups) {
      if (latestTimeOf(group) < time) continue;
      const events = await this.#loadEvents(segment, footer, group);
      const before = events.filter(({ recordedAt }) => recordedAt < time).length;
      if (before < group.rows) return segment.firstPosition + group.firstRow + before - 1;
    }
    return segment.lastPosition;
  }

  async readCounts(segment: Segment): Promise<SegmentCounts> {
    const counts = segmentCounts.safeParse(this.#readMetadata(await this.#openEvents(segment), countsKey));
    if (counts.success) return counts.data;
    throw createDamagedError(segment.events.name, 'its counts are not valid', counts.error);
  }

  async checkFooters(segment: Segment): Promise<void> {
    await this.#openStreams(segment);
  }

  async #openEvents(segment: Segment): Promise<ObjectFooter> {
    const footer = await this.#openFooter(segment.events);
    if (footer.rows !== segment.lastPosition - segment.firstPosition + 1)
      throw createDamagedError(segment.events.name, 'its number of events is wrong');
    return footer;
  }

  async #openStreams(segment: Segment): Promise<ObjectFooter> {
    const reference = streamsReference.safeParse(
      this.#readMetadata(await this.#openEvents(segment), streamsKey),
    );
    if (!reference.success)
      throw createDamagedError(
        segment.events.name,
        'its reference to the streams object is not valid',
        reference.error,
      );
    const { bytes, footerSha256 } = reference.data;
    const footer = await this.#openFooter({
      ...{ name: segment.streamsObject, bytes },
      footerSha256: Buffer.from(footerSha256, 'hex'),
    });
    if (footer.rows !== segment.lastPosition - segment.firstPosition + 1)
      throw createDamagedError(segment.streamsObject, 'its number of entries is wrong');
    return footer;
  }

  #openFooter(object: ObjectReference): Promise<ObjectFooter> {
    return this.#footers.get(`${object.name} ${object.footerSha256.toString('hex')}`, () =>
      this.#read(() => readFooter(this.#store, object)),
    );
  }

  #readMetadata({ metadata, object }: ObjectFooter, key: string): unknown {
    const value = metadata.key_value_metadata?.find((each) => each.key === key)?.value;
    if (value === undefined) throw createDamagedError(object.name, `its footer has no ${key}`);
    try {
      return JSON.parse(value);
    } catch (error) {
      throw createDamagedError(object.name, `its ${key} is not valid JSON`, error);
    }
  }

  #loadEvents(
    segment: Segment,
    footer: ObjectFooter,
    group: ObjectRowGroup,
  ): Promise<readonly ArchivedEvent[]> {
    return this.#events.get(`${footer.object.name} ${group.sha256} ${group.firstRow}`, async () => {
      const rows = await this.#read(() => readRows(this.#store, footer, group));
      const events = rows.map((row) => toArchivedEvent(row, footer.object.name));
      const first = segment.firstPosition + group.firstRow;
      if (events.some(({ position }, index) => position !== first + index))
        throw createDamagedError(footer.object.name, 'its positions have gaps');
      const latest = latestTimeOf(group);
      if (events.some(({ recordedAt }) => recordedAt > latest))
        throw createDamagedError(footer.object.name, 'the bounds of a row group do not contain its times');
      return events;
    });
  }

  #loadEntries(footer: ObjectFooter, group: ObjectRowGroup): Promise<readonly StreamEntry[]> {
    return this.#entries.get(`${footer.object.name} ${group.sha256} ${group.firstRow}`, () =>
      this.#decodeEntries(footer, group),
    );
  }

  async #decodeEntries(footer: ObjectFooter, group: ObjectRowGroup): Promise<StreamEntry[]> {
    const rows = await this.#read(() => readRows(this.#store, footer, group));
    return rows.map((row) => toStreamEntry(row, footer.object.name));
  }

  /** Reads from the store, and reports a failure. While the circuit breaker refuses reads, nothing is reported. */
  #read<T>(read: () => Promise<T>): Promise<T> {
    return this.#breaker.run(async () => {
      try {
        return await read();
      } catch (error) {
        if (error instanceof ArchiveError) this.#onFailure(error);
        throw error;
      }
    });
  }
}

/**
 * Creates a reader of segments. Footers and decoded row groups are cached.
 * @param options.onFailure called for each failed read of the store, for the log of the process.
 */
export const createArchive = (
  store: ObjectStore,
  options: { onFailure?: (error: ArchiveError) => void } = {},
): Archive => new ParquetArchive(store, options.onFailure ?? (() => undefined));
