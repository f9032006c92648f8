import type { DomainEventType } from '#events/catalogue/catalogue.ts';

/** One task of a reactor: the event to react to. */
type Reaction = { stream: string; position: number };

/**
 * Reacts to events with effects outside the log. A reaction runs at least once, and again after an error or a crash, so
 * it must be idempotent. Rebuilding read models does not repeat reactions.
 */
export type Reactor = {
  /** The reactor's name in `read.reactors`. */
  name: string;
  eventTypes: ReadonlySet<DomainEventType>;
  react(reaction: Reaction, signal: AbortSignal): Promise<void>;
};
