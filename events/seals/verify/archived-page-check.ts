import { createHash } from 'node:crypto';
import { SegmentsMissingError } from '../../archive/archive-error.ts';
import {
  isKept,
  type ListedSegment,
  type LogSource,
  listSegments,
  readKeptEvents,
  requireArchive,
} from '../../archive/archived-events.ts';
import { SegmentCounter } from '../../archive/segment-counter.ts';
import type { StreamEntry } from '../../archive/segment-schema.ts';
import type { StoredEvent } from '../proof/encoding.ts';
import { type ArchiveEnd, compareStreams, createArchiveFailure, readStreamTotals } from './archive-tables.ts';
import { checkVersions, type Page } from './check-versions.ts';
import type { VerificationFailure } from './verification-failure.ts';

const hashBytes = 6;

/** Returns 48 bits of the SHA-256 of the parts. */
const hashOf = (text: string, ...numbers: number[]): bigint => {
  const bytes = Buffer.alloc(8 * numbers.length);
  for (const [index, number] of numbers.entries()) bytes.writeBigInt64BE(BigInt(number), 8 * index);
  const digest = createHash('sha256').update(text).update(bytes).digest();
  return BigInt(digest.readUIntBE(0, hashBytes));
};

/** A segment, and what its events have added up to so far. */
type OpenSegment = { segment: ListedSegment; sum: bigint; counter: SegmentCounter };

/**
 * Checks the archived events in one pass, in constant memory. Looking up the predecessor of each event in the archive would read
 * a row group for almost every event. So this class compares sums of hashes:
 *
 * - Each event adds the hash of its stream and version, and subtracts that of the version before. If no version is missing or exists
 *   twice, the sum is that of the hashes of the streams' last versions.
 * - The events of a segment and the entries of its streams object have the same sum.
 *
 * The last entry of each stream in a segment is looked up in `log.archived_streams`. This table says which of them are the last versions
 * of their streams. Finally, the numbers of streams and segments in the table must be those of the archived events.
 *
 * Events that are archived during the verification are checked like those in the database.
 */
export class ArchivedPageCheck {
  readonly #source: LogSource;
  readonly #end: ArchiveEnd;
  readonly #segments: AsyncGenerator<ListedSegment>;
  #open: OpenSegment | null = null;
  #checkedUpTo = 0;
  /** The sum over the events, minus the hashes of the last versions of their streams. It is 0 at the end of an intact archive. */
  #sumOfVersions = 0n;
  #totals = { streams: 0, segments: 0 };
  #isComplete = false;

  /** @param end of the archive when the verification began. */
  constructor(source: LogSource, end: ArchiveEnd) {
    this.#source = source;
    this.#end = end;
    this.#segments = listSegments(source.database);
  }

  /** The last position that is checked as an archived one. */
  get upTo(): number {
    return this.#end.position;
  }

  /** Checks the archived events of a page, up to the end of the archive. Returns the first failure, and the events after this end. */
  async check(page: Page): Promise<{ failure: VerificationFailure | null; rest: Page }> {
    if (this.#isComplete) return { failure: null, rest: page };
    const index = page.findIndex(({ position }) => position > this.#end.position);
    const archived = index === -1 ? page : page.slice(0, index);
    const rest = index === -1 ? [] : page.slice(index);
    const failure =
      this.#checkVersions(archived) ??
      (await this.#checkSegments(archived)) ??
      (await this.#checkKept(archived)) ??
      (rest.length === 0 ? null : await this.finish());
    return { failure, rest };
  }

  /** Compares the totals with the database. Does nothing if this was done before. */
  async finish(): Promise<VerificationFailure | null> {
    if (this.#isComplete) return null;
    this.#isComplete = true;
    const { streams, segments } = await readStreamTotals(this.#source.database, this.#end);
    if (this.#sumOfVersions === 0n && streams === this.#totals.streams && segments === this.#totals.segments)
      return null;
    return createArchiveFailure(
      1,
      'The versions of the archived events are not those in the table log.archived_streams.',
    );
  }

  #checkVersions(events: Page): VerificationFailure | null {
    const { failure, withPredecessorElsewhere, versions } = checkVersions(events);
    for (const { stream, version } of withPredecessorElsewhere)
      this.#sumOfVersions -= hashOf(stream, version - 1);
    for (const [stream, version] of versions) this.#sumOfVersions += hashOf(stream, version);
    return failure;
  }

  async #checkSegments(events: Page): Promise<VerificationFailure | null> {
    for (const event of events) {
      if (event.position < 1) continue;
      this.#open ??= await this.#openNext(event.position);
      const { segment, counter } = this.#open;
      this.#open.sum += hashOf(event.stream, event.version, event.position);
      counter.add(event);
      const failure = checkTimes(segment, event);
      if (failure !== null) return failure;
      if (event.position < segment.lastPosition) continue;
      const segmentFailure = (await this.#checkStreams(this.#open)) ?? (await this.#checkCounts(this.#open));
      if (segmentFailure !== null) return segmentFailure;
      this.#open = null;
    }
    return null;
  }

  async #openNext(position: number): Promise<OpenSegment> {
    const { value: segment } = await this.#segments.next();
    if (!segment) throw SegmentsMissingError.ofPositions(position, this.#end.position);
    return { segment, sum: 0n, counter: new SegmentCounter() };
  }

  /** Compares the streams object with the events, and with the table of archived streams. */
  async #checkStreams({ segment, sum }: OpenSegment): Promise<VerificationFailure | null> {
    const { firstPosition, streamsObject, events } = segment;
    let rest = sum;
    let previous: StreamEntry | null = null;
    for await (const entries of requireArchive(this.#source.archive).readStreams(segment)) {
      const lastEntries: StreamEntry[] = [];
      for (const entry of entries) {
        rest -= hashOf(entry.stream, entry.version, entry.position);
        if (previous !== null && previous.stream !== entry.stream) lastEntries.push(previous);
        previous = entry;
      }
      const failure = await this.#compareStreams(segment, lastEntries);
      if (failure !== null) return failure;
    }
    const failure = previous && (await this.#compareStreams(segment, [previous]));
    if (failure !== null) return failure;
    return rest === 0n
      ? null
      : createArchiveFailure(
          firstPosition,
          `The object ${streamsObject} does not contain the streams of the events in ${events.name}.`,
        );
  }

  /** Compares the last entries of some streams in the segment with the table of archived streams. */
  async #compareStreams(
    segment: ListedSegment,
    lastEntries: readonly StreamEntry[],
  ): Promise<VerificationFailure | null> {
    if (lastEntries.length === 0) return null;
    const compared = await compareStreams(this.#source.database, segment, lastEntries, this.#end);
    for (const { stream, version } of compared.lastHere) this.#sumOfVersions -= hashOf(stream, version);
    this.#totals.streams += compared.firstHere;
    this.#totals.segments += lastEntries.length;
    const { wrong } = compared;
    return wrong === null
      ? null
      : createArchiveFailure(
          wrong.position,
          `The table log.archived_streams does not have version ${wrong.version} of ${wrong.stream} in segment ${segment.number}, or contradicts it.`,
        );
  }

  async #checkCounts({ segment, counter }: OpenSegment): Promise<VerificationFailure | null> {
    const counts = await requireArchive(this.#source.archive).readCounts(segment);
    const sorted = Object.entries(counts.types).toSorted(([one], [other]) => (one < other ? -1 : 1));
    const found = counter.counts;
    return JSON.stringify({ ...found, ...counts, types: sorted }) ===
      JSON.stringify({ ...found, types: Object.entries(found.types) })
      ? null
      : createArchiveFailure(
          segment.firstPosition,
          `The counts in the object ${segment.events.name} are not those of its events.`,
        );
  }

  /** Compares the kept events with the archived ones, in both directions. */
  async #checkKept(events: Page): Promise<VerificationFailure | null> {
    const last = events.at(-1)?.position ?? 0;
    if (last <= this.#checkedUpTo) return null;
    const kept = await readKeptEvents(this.#source.database, this.#checkedUpTo + 1, last);
    this.#checkedUpTo = last;
    const expected = events.filter((event) => event.position >= 1 && isKept(event));
    for (let index = 0; index < Math.max(kept.length, expected.length); index += 1) {
      const [one, other] = [kept[index], expected[index]];
      if (one && other && textOf(one) === textOf(other)) continue;
      const position = Math.min(one?.position ?? last, other?.position ?? last);
      return createArchiveFailure(
        position,
        `The table log.kept_events does not have the archived event at position ${position}, or has another one there.`,
      );
    }
    return null;
  }
}

const textOf = (event: StoredEvent): string =>
  JSON.stringify([
    ...[event.position, event.stream, event.version, event.type, event.schemaVersion, event.recordedAt],
    ...[event.commandId, event.data, event.metadata],
  ]);

/** Compares the times of a segment in `log.segments`, on which searches rely, with those of its first and last event. */
const checkTimes = (
  { number, firstPosition, lastPosition, firstRecordedAt, lastRecordedAt }: ListedSegment,
  { position, recordedAt }: StoredEvent,
): VerificationFailure | null =>
  (position === firstPosition && recordedAt !== firstRecordedAt) ||
  (position === lastPosition && recordedAt !== lastRecordedAt)
    ? createArchiveFailure(
        position,
        `The time of segment ${number} in the table log.segments is not that of the event at position ${position}.`,
      )
    : null;
