import { LRUCache } from 'lru-cache';
import type { StreamRead } from './aggregate.ts';
import type { LogReader, RecordedEvent } from './log.ts';

/** The folded state of a stream at a version. */
export type Folded = { state: unknown; version: number };

const cacheKeyOf = ({ aggregate, stream }: StreamRead<unknown>) => `${aggregate.name} ${stream}`;
const initialOf = ({ aggregate }: StreamRead<unknown>): Folded => ({ state: aggregate.initial, version: 0 });

const fold = (read: StreamRead<unknown>, from: Folded, events: readonly RecordedEvent[]): Folded => ({
  state: events.reduce((state, event) => read.aggregate.evolve(state, event), from.state),
  version: events.at(-1)?.version ?? from.version,
});

const maxStreams = 10_000;
const defaultMaxBytes = 64 * 1_048_576;
const defaultTtlMs = 600_000;
/** An estimate of what each value takes in addition to its text. */
const fieldBytes = 32;

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
 */
export class StateCache {
  readonly #reader: Pick<LogReader, 'readStreams'>;
  readonly #folded: LRUCache<string, Folded>;

  /**
   * @param options.maxBytes roughly, of all states together; default 64 MB.
   * @param options.ttlMs how long a state is kept; default ten minutes.
   */
  constructor(
    reader: Pick<LogReader, 'readStreams'>,
    { maxBytes = defaultMaxBytes, ttlMs = defaultTtlMs }: { maxBytes?: number; ttlMs?: number } = {},
  ) {
    this.#reader = reader;
    this.#folded = new LRUCache({
      max: maxStreams,
      maxSize: maxBytes,
      sizeCalculation: ({ state }, key) => estimateBytes(state) + estimateBytes(key),
      // States may contain decrypted personal data, so they leave the memory also if nobody asks for them again.
      ttl: ttlMs,
      ttlAutopurge: true,
    });
  }

  /** Roughly how many bytes of memory the states take. */
  get bytes(): number {
    return this.#folded.calculatedSize;
  }

  /** Returns cached states and reads the missing ones. `allFresh`: all of them were read. */
  async load(reads: readonly StreamRead<unknown>[]): Promise<{ folded: Folded[]; allFresh: boolean }> {
    const known = reads.map(
      (read) => this.#folded.get(cacheKeyOf(read)) ?? (read.expectNew ? initialOf(read) : undefined),
    );
    const missing = reads.filter((_, index) => known[index] === undefined);
    const found = missing.length === 0 ? [] : await this.catchUp(missing);
    let next = 0;
    return {
      folded: reads.map((read, index) => known[index] ?? found[next++] ?? initialOf(read)),
      allFresh: missing.length > 0 && missing.length === reads.length,
    };
  }

  /** Reads the events after the cached versions, all streams from one snapshot, and returns the new states. */
  async catchUp(reads: readonly StreamRead<unknown>[]): Promise<Folded[]> {
    const cached = reads.map((read) => this.#folded.get(cacheKeyOf(read)) ?? initialOf(read));
    // Two aggregates may fold the same stream from different versions: it is read once, from the earlier one.
    const after = new Map<string, number>();
    for (const [index, { stream }] of reads.entries())
      after.set(stream, Math.min(after.get(stream) ?? Number.POSITIVE_INFINITY, cached[index]?.version ?? 0));
    const streams = [...after].map(([stream, afterVersion]) => ({ stream, afterVersion }));
    const events = await this.#reader.readStreams(streams);
    const eventsOf = new Map(streams.map(({ stream }, index) => [stream, events[index] ?? []]));
    return reads.map((read, index) => {
      const from = cached[index] ?? initialOf(read);
      const newEvents = (eventsOf.get(read.stream) ?? []).filter(({ version }) => version > from.version);
      const folded = fold(read, from, newEvents);
      this.#store(read, folded);
      return folded;
    });
  }

  /** Applies events that were just appended after the version of `from`, unless a newer state is cached. */
  advance(read: StreamRead<unknown>, from: Folded, events: readonly { type: string; data: object }[]): void {
    const state = events.reduce(
      // The type of the decision allows only events of this aggregate.
      (current, event) => read.aggregate.evolve(current, event as RecordedEvent),
      from.state,
    );
    this.#store(read, { state, version: from.version + events.length });
  }

  #store(read: StreamRead<unknown>, folded: Folded): void {
    const cached = this.#folded.get(cacheKeyOf(read));
    if (!cached || cached.version <= folded.version) this.#folded.set(cacheKeyOf(read), folded);
  }
}
