import { createHash } from 'node:crypto';
import type { Segment } from '../../archive/archive.ts';
import { type LogSource, listSegments, requireArchive } from '../../archive/archived-events.ts';
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

/** The same hash of a stream and its last archived version, computed by PostgreSQL, and its sum. */
const sumOfStreamsQuery = `select log.archived_head() as head, (
    select coalesce(sum(('x' || encode(substr(sha256(convert_to(stream, 'UTF8') || int8send(version::bigint)), 1, ${hashBytes}), 'hex'))
      ::bit(${8 * hashBytes})::bigint), 0)
    from log.archived_streams) as sum`;

/**
 * Checks the archived events while they pass by, in constant memory. Looking up the predecessor of each event in the archive would read
 * a row group for almost every event. So this class compares sums of hashes:
 *
 * - Each event adds the hash of its stream and version, and subtracts that of the version before. If no version is missing or exists
 *   twice, what remains is the hash of each stream's last version, as `log.archived_streams` has it.
 * - The events of a segment and the entries of its streams object have the same sum.
 */
export class ArchivedPageCheck {
  readonly #source: LogSource;
  readonly #segments: AsyncGenerator<Segment>;
  #segment: Segment | null = null;
  /** The last archived position. It may grow during the verification. */
  #head: number;
  #sumOfVersions = 0n;
  #sumOfSegment = 0n;
  #isComplete: boolean;

  constructor(source: LogSource, head: number) {
    this.#source = source;
    this.#head = head;
    this.#segments = listSegments(source.database);
    this.#isComplete = head === 0;
  }

  /** Checks the archived events of a page. Returns the first failure, and the events that are not archived. */
  async check(page: Page): Promise<{ failure: VerificationFailure | null; rest: Page }> {
    let rest = page;
    while (!this.#isComplete) {
      const end = rest.findIndex(({ position }) => position > this.#head);
      const archived = end === -1 ? rest : rest.slice(0, end);
      rest = end === -1 ? [] : rest.slice(end);
      const failure = this.#checkVersions(archived) ?? (await this.#checkSegments(archived));
      if (failure !== null) return { failure, rest };
      if (rest.length === 0) return { failure: null, rest };
      const sumFailure = await this.#finish();
      if (sumFailure !== null) return { failure: sumFailure, rest };
    }
    return { failure: null, rest };
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
      this.#segment ??= (await this.#segments.next()).value ?? null;
      if (this.#segment === null) return null;
      this.#sumOfSegment += hashOf(event.stream, event.version, event.position);
      if (event.position !== this.#segment.lastPosition) continue;
      const failure = await this.#checkStreams(this.#segment);
      if (failure !== null) return failure;
      this.#segment = null;
      this.#sumOfSegment = 0n;
    }
    return null;
  }

  async #checkStreams(segment: Segment): Promise<VerificationFailure | null> {
    let sum = 0n;
    for await (const entries of requireArchive(this.#source.archive).readStreams(segment))
      for (const { stream, version, position } of entries) sum += hashOf(stream, version, position);
    return sum === this.#sumOfSegment
      ? null
      : createArchiveFailure(
          segment.firstPosition,
          `The object ${segment.streamsObject} does not contain the streams of the events in ${segment.events.name}.`,
        );
  }

  /** Compares the versions with the database, unless more events were archived meanwhile. */
  async #finish(): Promise<VerificationFailure | null> {
    const { rows } = await this.#source.database.query<{ head: string; sum: string }>(sumOfStreamsQuery);
    const head = Number(rows[0]?.head ?? 0);
    if (head > this.#head) {
      this.#head = head;
      return null;
    }
    this.#isComplete = true;
    return BigInt(rows[0]?.sum ?? 0) === this.#sumOfVersions
      ? null
      : createArchiveFailure(
          1,
          'The versions of the archived events are not those in the table log.archived_streams.',
        );
  }
}

/** Creates the failure of an object of the archive, or of what the database says about it. */
export const createArchiveFailure = (position: number, detail: string): VerificationFailure => ({
  position,
  kind: 'archive',
  detail,
});
