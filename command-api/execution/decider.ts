import type { DomainEvent } from '#events/catalogue/catalogue.ts';

/** How a stream's events fold into the state that decisions are made on. Pure; unknown events leave the state as it is. */
export type Decider<S, E extends DomainEvent> = { initial: S; evolve: (state: S, event: E) => S };

/** One stream and how to fold it. */
export type StreamOf<S, E extends DomainEvent> = {
  stream: string;
  decider: Decider<S, E>;
  /** The stream most likely has no events yet (its id was just made): it is not read unless an append says otherwise. */
  likelyNew?: boolean;
};

/** A stream's state as a decision saw it; the append asserts the version. */
export type Loaded<S, E extends DomainEvent> = StreamOf<S, E> & { state: S; version: number };

export type Load = <S, E extends DomainEvent>(of: StreamOf<S, E>) => Promise<Loaded<S, E>>;

/** What a pure `decide` gives: the events that shall be appended (none: nothing to do) and the answer to the caller. */
export type Decision<E extends DomainEvent, A> = { events: readonly E[]; answer: A };

/** Folds events in order; for given/when/then and for the executor. */
export const fold = <S, E extends DomainEvent>(decider: Decider<S, E>, events: readonly E[], from?: S): S =>
  events.reduce(decider.evolve, from ?? decider.initial);

/** Events for one loaded stream, at the version that the decision saw. */
export type Write<S = unknown> = {
  stream: string;
  expectedVersion: number;
  events: readonly DomainEvent[];
  /** The stream's state once they are there. */
  after: S;
};

export const write = <S, E extends DomainEvent>(loaded: Loaded<S, E>, events: readonly E[]): Write<S> => ({
  stream: loaded.stream,
  expectedVersion: loaded.version,
  events,
  after: fold(loaded.decider, events, loaded.state),
});
