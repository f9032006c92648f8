import type { DomainEvent } from '#events/catalogue/catalogue.ts';
import type { StreamRead } from '#events/log/aggregate.ts';
import type { EmailReservation } from '#events/log/log.ts';
import type { ProblemError } from '#platform/problems.ts';

/** The streams of a command, by name; null for an optional record that this request does not involve. */
export type Streams = Record<string, StreamRead<unknown> | null>;

type StateOf<R> = R extends StreamRead<unknown> ? R['aggregate']['initial'] : null;
type EventOf<R> = R extends StreamRead<unknown> ? Parameters<R['aggregate']['evolve']>[1] : never;

/** The folded states, by the names of the streams. */
export type StatesOf<S extends Streams> = { readonly [K in keyof S]: StateOf<S[K]> };

/** The result of a pure decider of one stream: the events to append (none if there is nothing to do) and the answer. */
export type StreamDecision<E extends DomainEvent, A> = { events: readonly E[]; answer: A };

/** The decision of a handler. */
export type HandlerDecision<W extends Streams> = {
  /** The events of the only stream that the command writes, or events by the names of several streams. */
  events: readonly EventOf<W[keyof W]>[] | { readonly [K in keyof W]?: readonly EventOf<W[K]>[] };
  /** The body of the answer. */
  answer: unknown;
  /** Users whose keys are destroyed in the same transaction. */
  destroyKeysOf?: readonly string[];
  /** The e-mail address that is reserved for its person in the same transaction. */
  reserveEmail?: EmailReservation;
};

/** Thrown by `decide` if the states show that the values of `resolve` are outdated. */
export class OutdatedResolutionError extends Error {
  override name = 'OutdatedResolutionError';
  readonly problem: ProblemError;
  /** @param problem the refusal of the command if each of its resolutions was outdated. */
  constructor(problem: ProblemError) {
    super(problem.message);
    this.problem = problem;
  }
}
