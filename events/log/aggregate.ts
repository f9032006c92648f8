import type { DomainEvent } from '../catalogue/catalogue.ts';
import type { EmailReservation, StoredAnswer } from './log.ts';

/** Folds the events of one kind of stream into a state. Pure. `name` identifies the aggregate in the state cache. */
export type Aggregate<S, E extends DomainEvent = DomainEvent> = {
  name: string;
  initial: S;
  evolve(state: S, event: E): S;
};

/**
 * A stream that a decision depends on.
 * - `isReadOnly`: the decision does not write to it, so only its version is asserted. Commands that only read a stream,
 *   such as the actor's own, do not wait for each other.
 * - `isExpectedNew`: the stream probably has no events yet, because its id was created for this command. It is not read
 *   before the first attempt; if it has events, the append conflicts and the decision is repeated.
 */
export type StreamRead<S, E extends DomainEvent = DomainEvent> = {
  stream: string;
  aggregate: Aggregate<S, E>;
  isReadOnly?: boolean;
  isExpectedNew?: boolean;
};

/** The streams that a decision depends on, by names that its command chooses. */
export type Reads = Record<string, StreamRead<unknown>>;

/** The folded state of each stream, by the same names. */
export type StatesOf<R extends Reads> = { readonly [K in keyof R]: R[K]['aggregate']['initial'] };

/** The result of a decision. A refusal is thrown instead. */
export type Decision<R extends Reads> = {
  /** New events by the name of their stream in `R`. Without events the command is a no-op. */
  events?: { readonly [K in keyof R]?: readonly Parameters<R[K]['aggregate']['evolve']>[1][] };
  /** If the command has a key, the answer is stored under it and returned to repetitions of the command. */
  answer: StoredAnswer;
  /** Persons whose keys are destroyed in the same transaction. */
  destroyKeysOf?: readonly string[];
  /** The e-mail address that is reserved for its person in the same transaction. */
  reserveEmail?: EmailReservation;
};

/** Returns the state after these events, starting from `from`. */
export const foldEvents = <S, E extends DomainEvent>(
  aggregate: Aggregate<S, E>,
  events: readonly E[],
  from: S = aggregate.initial,
): S => events.reduce((state, event) => aggregate.evolve(state, event), from);
