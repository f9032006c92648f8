import { LRUCache } from 'lru-cache';
import type { StreamRead } from './aggregate.ts';
import type { LogReader, RecordedEvent } from './log.ts';

/** A stream's folded state and the version up to which it is folded. */
export type Folded = { state: unknown; version: number };

const nameOf = ({ aggregate, stream }: StreamRead<unknown>) => `${aggregate.name} ${stream}`;

const fold = (read: StreamRead<unknown>, from: Folded, events: readonly RecordedEvent[]): Folded => ({
  state: events.reduce((state, event) => read.aggregate.evolve(state, event), from.state),
  version: events.at(-1)?.version ?? from.version,
});

/**
 * Folded states of streams, the most recently used ones. They may be behind the log: whatever is decided on them is
 * asserted by the append, or read again before it is refused.
 */
export class StateCache {
  readonly #reader: Pick<LogReader, 'readStreams'>;
  readonly #folded: LRUCache<string, Folded>;

  constructor(reader: Pick<LogReader, 'readStreams'>, max = 10_000) {
    this.#reader = reader;
    // States may hold personal data in clear: what nobody uses does not stay in memory.
    this.#folded = new LRUCache({ max, ttl: 600_000 });
  }

  /** From the cache where possible; the others are read. */
  async load(reads: readonly StreamRead<unknown>[]): Promise<{ folded: Folded[]; allFresh: boolean }> {
    const known = reads.map(
      (read) =>
        this.#folded.get(nameOf(read)) ??
        (read.expectNew ? { state: read.aggregate.initial, version: 0 } : undefined),
    );
    const missing = reads.filter((_, index) => known[index] === undefined);
    if (missing.length === 0) return { folded: known.filter((one) => one !== undefined), allFresh: false };
    const found = (await this.catchUp(missing)).values();
    return {
      folded: known.map((one) => one ?? (found.next().value as Folded)),
      allFresh: missing.length === reads.length,
    };
  }

  /** Reads what came after the cached versions, all streams at one moment. */
  async catchUp(reads: readonly StreamRead<unknown>[]): Promise<Folded[]> {
    const before = reads.map(
      (read) => this.#folded.get(nameOf(read)) ?? { state: read.aggregate.initial, version: 0 },
    );
    // The same stream may be read by two kinds of state, from different versions on: from the earlier one, once.
    const after = new Map<string, number>();
    for (const [index, { stream }] of reads.entries())
      after.set(stream, Math.min(after.get(stream) ?? Number.POSITIVE_INFINITY, before[index]?.version ?? 0));
    const streams = [...after].map(([stream, afterVersion]) => ({ stream, afterVersion }));
    const events = await this.#reader.readStreams(streams);
    const newer = new Map(streams.map(({ stream }, index) => [stream, events[index] ?? []]));
    return reads.map((read, index) => {
      const from = before[index] ?? { state: read.aggregate.initial, version: 0 };
      const folded = fold(
        read,
        from,
        (newer.get(read.stream) ?? []).filter((event) => event.version > from.version),
      );
      this.#keep(read, folded);
      return folded;
    });
  }

  /** Folds forward what was just appended at `from`, if nothing newer is known already. */
  advance(read: StreamRead<unknown>, from: Folded, events: readonly { type: string; data: object }[]): void {
    const state = events.reduce(
      // What was decided on this stream was typed by the same aggregate.
      (current, event) => read.aggregate.evolve(current, event as RecordedEvent),
      from.state,
    );
    this.#keep(read, { state, version: from.version + events.length });
  }

  #keep(read: StreamRead<unknown>, folded: Folded): void {
    const kept = this.#folded.get(nameOf(read));
    if (!kept || kept.version <= folded.version) this.#folded.set(nameOf(read), folded);
  }
}
