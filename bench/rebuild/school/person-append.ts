import type { DomainEvent } from '#events/catalogue/catalogue.ts';
import type { EventMetadata } from '#events/log/log.ts';

export type StreamEvent = readonly [stream: string, event: DomainEvent];

/** The events that one person causes with one append. */
export type PersonAppend = {
  actor: EventMetadata['actor'];
  events: readonly StreamEvent[];
  /** The user whom the events remove. */
  removedUserId?: string;
};
