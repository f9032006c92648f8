import type { DomainEvent } from '../catalogue/catalogue.ts';
import type { StoredAnswer } from './log.ts';

/** How the state of one kind of stream comes from its events. Pure; `name` tells kinds apart in the cache. */
export type Aggregate<S, E extends DomainEvent = DomainEvent> = {
  name: string;
  initial: S;
  evolve(state: S, event: E): S;
};

/**
 * A stream that a decision rests on.
 * - `readOnly`: nothing is written to it, only its version is asserted (the actor's own stream, say); such commands
 *   do not wait for each other.
 * - `expectNew`: it probably has no events yet (an id that was made for this command), so it is not read first; the
 *   append finds out if that is wrong, and the decision is made anew.
 */
export type StreamRead<S, E extends DomainEvent = DomainEvent> = {
  stream: string;
  aggregate: Aggregate<S, E>;
  readOnly?: boolean;
  expectNew?: boolean;
};

/** The streams of one decision, by the names that it calls them. */
export type Reads = Record<string, StreamRead<unknown>>;

export type StatesOf<R extends Reads> = { readonly [K in keyof R]: R[K]['aggregate']['initial'] };

/**
 * What was decided: events by the names of the reads (none at all is a no-op), and the answer, which is stored with
 * them and given again to a repeat. A refusal is thrown instead.
 */
export type Decision<R extends Reads> = {
  events?: { readonly [K in keyof R]?: readonly Parameters<R[K]['aggregate']['evolve']>[1][] };
  answer: StoredAnswer;
  /** Persons whose key is destroyed in the same transaction. */
  destroyKeysOf?: readonly string[];
};

/** The state after these events, for what is decided on several streams together and for tests. */
export const foldEvents = <S, E extends DomainEvent>(
  aggregate: Aggregate<S, E>,
  events: readonly E[],
  from: S = aggregate.initial,
): S => events.reduce((state, event) => aggregate.evolve(state, event), from);
