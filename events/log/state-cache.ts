import { LRUCache } from 'lru-cache';
import type { StreamRead } from './aggregate.ts';
import type { LogReader, RecordedEvent } from './log.ts';

/** The folded state of a stream at a version. */
export type Folded = { state: unknown; version: number };

/**
 * States that were read in one run of the primary (see primary-run.ts). `primaryRun` is null if nothing has been read yet. All
 * states are initial then.
 */
export type FoldedInRun = { folded: Folded[]; primaryRun: string | null };

const cacheKeyOf = ({ aggregate, stream }: StreamRead<unknown>) => `${aggregate.name} ${stream}`;
const initialOf = ({ aggregate }: StreamRead<unknown>): Folded => ({ state: aggregate.initial, version: 0 });

const fold = (read: StreamRead<unknown>, from: Folded, events: readonly RecordedEvent[]): Folded => ({
  state: events.reduce((state, event) => read.aggregate.evolve(state, event), from.state),
  version: events.at(-1)?.version ?? from.version,
});

type StateReader = Pick<LogReader, 'readStreamsInRun' | 'primaryRun'>;

const maxStreams = 10_000;
const defaultMaxBytes = 64 * 1_048_576;
const defaultTtlMs = 600_000;
/** Estimated memory of each value, in addition to its text. */
const fieldBytes = 32;
/** How long `loadConfirmed` trusts the run of the primary that the last read or append has shown. */
const confirmedForMs = 5_000;

/** Returns roughly how many bytes of memory a state takes. */
const estimateBytes = (value: unknown): number => {
  if (typeof value === 'string') return fieldBytes + 2 * value.length;
  if (typeof value !== 'object' || value === null) return fieldBytes;
  const parts: Iterable<unknown> =
    value instanceof Map || value instanceof Set ? value : Object.values(value);
  let bytes = fieldBytes;
  for (const part of parts) bytes += estimateBytes(part);
  return bytes;
};

/**
 * Folded states of the most recently used streams. They may be older than the log: an append asserts the versions that
 * the decision was based on, and a refusal is checked again on fresh states.
 *
 * All states were read in one run of the primary. After a change of the run, they may contain events that were lost, and other
 * events may have the versions of the lost ones. So the cache forgets all states as soon as it learns of another run.
 */
export class StateCache {
  readonly #reader: StateReader;
  readonly #folded: LRUCache<string, Folded>;
  /** The run of the cached states; null before the first read. */
  #primaryRun: string | null = null;
  /** When a read or an append last showed that the primary is in this run, in the time of `performance.now()`. */
  #confirmedAt = Number.NEGATIVE_INFINITY;
  /** The running query for the run, which concurrent callers share; null if none is running. */
  #confirmation: Promise<void> | null = null;

  /**
   * @param options.maxBytes roughly, of all states together; default 64 MB.
   * @param options.ttlMs how long a state is kept; default ten minutes.
   */
  constructor(
    reader: StateReader,
    { maxBytes = defaultMaxBytes, ttlMs = defaultTtlMs }: { maxBytes?: number; ttlMs?: number } = {},
  ) {
    this.#reader = reader;
    this.#folded = new LRUCache({
      max: maxStreams,
      maxSize: maxBytes,
      sizeCalculation: ({ state }, key) => estimateBytes(state) + estimateBytes(key),
      // States may contain decrypted personal data, so they leave the memory even if nobody asks for them again.
      ttl: ttlMs,
      ttlAutopurge: true,
    });
  }

  /** Roughly how many bytes of memory the states take. */
  get bytes(): number {
    return this.#folded.calculatedSize;
  }

  /** Returns cached states and reads the missing ones. `areFresh`: this call has read all of them from the log. */
  async load(reads: readonly StreamRead<unknown>[]): Promise<FoldedInRun & { areFresh: boolean }> {
    const primaryRun = this.#primaryRun;
    const known = reads.map(
      (read) => this.#folded.get(cacheKeyOf(read)) ?? (read.isExpectedNew ? initialOf(read) : undefined),
    );
    const missing = reads.filter((_, index) => known[index] === undefined);
    if (missing.length === 0)
      return { folded: known.filter((folded) => folded !== undefined), primaryRun, areFresh: false };
    const found = await this.catchUp(missing);
    // The cached states are from a different run than those that were just read, so all are read again.
    if (missing.length < reads.length && found.primaryRun !== primaryRun && primaryRun !== null)
      return { ...(await this.catchUp(reads)), areFresh: true };
    const foundByRead = new Map(missing.map((read, index) => [read, found.folded[index]]));
    return {
      folded: reads.map((read, index) => known[index] ?? foundByRead.get(read) ?? initialOf(read)),
      primaryRun: found.primaryRun,
      areFresh: missing.length === reads.length,
    };
  }

  /**
   * Returns states like `load`, for work that ends without an append. An append shows whether the primary is in another
   * run. Without an append the primary is asked, unless a read or an append has shown its run in the last five seconds.
   */
  async loadConfirmed(reads: readonly StreamRead<unknown>[]): Promise<FoldedInRun & { areFresh: boolean }> {
    if (this.#primaryRun !== null && performance.now() - this.#confirmedAt > confirmedForMs) {
      this.#confirmation ??= this.#confirmRun().finally(() => {
        this.#confirmation = null;
      });
      await this.#confirmation;
    }
    return this.load(reads);
  }

  /** Reads the events after the cached versions, all streams from one snapshot, and returns the new states. */
  async catchUp(reads: readonly StreamRead<unknown>[]): Promise<{ folded: Folded[]; primaryRun: string }> {
    const cachedRun = this.#primaryRun;
    const cached = reads.map((read) => this.#folded.get(cacheKeyOf(read)) ?? initialOf(read));
    // Two aggregates may fold the same stream from different versions. The stream is read once, from the earlier version.
    const afterVersions = new Map<string, number>();
    for (const [index, { stream }] of reads.entries())
      afterVersions.set(
        stream,
        Math.min(afterVersions.get(stream) ?? Number.POSITIVE_INFINITY, cached[index]?.version ?? 0),
      );
    const streams = [...afterVersions].map(([stream, afterVersion]) => ({ stream, afterVersion }));
    const { primaryRun, events } = await this.#reader.readStreamsInRun(streams);
    this.#noteRun(primaryRun);
    // The cached states may contain lost events: fold from the beginning.
    if (primaryRun !== cachedRun && cached.some(({ version }) => version > 0)) return this.catchUp(reads);
    const eventsOf = new Map(streams.map(({ stream }, index) => [stream, events[index] ?? []]));
    const folded = reads.map((read, index) => {
      const from = cached[index] ?? initialOf(read);
      const newEvents = (eventsOf.get(read.stream) ?? []).filter(({ version }) => version > from.version);
      const current = fold(read, from, newEvents);
      this.#store(read, current, primaryRun);
      return current;
    });
    return { folded, primaryRun };
  }

  /**
   * Applies events that were just appended after the version of `from`, unless a newer state is cached.
   * @param primaryRun the run in which they were appended. Nothing is cached if it is null or not the run of the cached states.
   */
  advance(
    read: StreamRead<unknown>,
    from: Folded,
    events: readonly { type: string; data: object }[],
    primaryRun: string | null,
  ): void {
    if (primaryRun === null) return;
    const state = events.reduce(
      // The type of the decision allows only events of this aggregate.
      (current, event) => read.aggregate.evolve(current, event as RecordedEvent),
      from.state,
    );
    if (primaryRun === this.#primaryRun) this.#confirmedAt = performance.now();
    this.#store(read, { state, version: from.version + events.length }, primaryRun);
  }

  async #confirmRun(): Promise<void> {
    this.#noteRun(await this.#reader.primaryRun());
  }

  #noteRun(primaryRun: string): void {
    if (this.#primaryRun !== primaryRun) this.#folded.clear();
    this.#primaryRun = primaryRun;
    this.#confirmedAt = performance.now();
  }

  #store(read: StreamRead<unknown>, folded: Folded, primaryRun: string): void {
    if (primaryRun !== this.#primaryRun) return;
    const cached = this.#folded.get(cacheKeyOf(read));
    if (!cached || cached.version <= folded.version) this.#folded.set(cacheKeyOf(read), folded);
  }
}
