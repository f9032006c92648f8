import { LRUCache } from 'lru-cache';
import type { DomainEvent } from '#events/catalogue/catalogue.ts';
import type { LogReader } from '#events/log/log.ts';
import { fold, type Loaded, type StreamOf } from './decider.ts';

type Held = { version: number; state: unknown };

/** Long enough for a person's session of work; short enough that a removed person's name does not linger. */
const heldFor = 5 * 60_000;
const mostHeld = 5_000;

/**
 * The folded states of streams that this process has lately decided on. They may be behind (another process
 * appended): that costs a decision a second try and never a wrong one, since an append asserts the versions.
 */
export class FoldedStates {
  readonly #held = new LRUCache<string, Held>({ max: mostHeld, ttl: heldFor, ttlResolution: 1_000 });
  readonly #reader: Pick<LogReader, 'readStream'>;
  constructor(reader: Pick<LogReader, 'readStream'>) {
    this.#reader = reader;
  }

  versionOf(stream: string): number | null {
    return this.#held.get(stream)?.version ?? null;
  }

  held<S, E extends DomainEvent>(of: StreamOf<S, E>): Loaded<S, E> | null {
    const held = this.#held.get(of.stream);
    // A stream's kind decides its decider, so what is held under its name was folded by the same one.
    return held ? { ...of, version: held.version, state: held.state as S } : null;
  }

  /** Reads what came after the held version and folds it on. */
  async refreshed<S, E extends DomainEvent>(of: StreamOf<S, E>): Promise<Loaded<S, E>> {
    const from = this.held(of) ?? { ...of, version: 0, state: of.decider.initial };
    const events = await this.#reader.readStream(of.stream, from.version);
    const state = fold(of.decider, events as unknown as readonly E[], from.state);
    const version = events.at(-1)?.version ?? from.version;
    this.keep(of.stream, { version, state });
    return { ...of, version, state };
  }

  /** Never goes back: two that refresh at once may end in any order. */
  keep(stream: string, next: Held): void {
    const held = this.#held.get(stream);
    if (!held || held.version <= next.version) this.#held.set(stream, next);
  }
}
