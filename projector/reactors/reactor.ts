import type { DomainEventType } from '#events/catalogue/catalogue.ts';

/** What a reactor is asked to react to: an event of one of its types, by its place. */
export type Reaction = { stream: string; position: number };

/**
 * Does outside of the log what an event asks for. It happens at least once, and perhaps again after a crash, so it
 * must be idempotent; an error means: again later. A rebuild of read models never makes it happen again.
 */
export type Reactor = {
  /** Its name in `read.reactors`. */
  name: string;
  eventTypes: ReadonlySet<DomainEventType>;
  react(reaction: Reaction, signal: AbortSignal): Promise<void>;
};
