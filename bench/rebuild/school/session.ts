import type { DomainEvent } from '#events/catalogue/catalogue.ts';
import type { EventMetadata } from '#events/log/log.ts';

/** An event, and the stream that it goes to. */
export type Act = readonly [stream: string, event: DomainEvent];

/** What one person does in one go: one append. */
export type Session = {
  by: EventMetadata['actor'];
  acts: readonly Act[];
  /** Somebody who is removed by it. */
  removes?: string;
};
