import type { DomainEvent, DomainEventType } from '#events/catalogue/catalogue.ts';
import type { RecordedEvent } from '#events/log/log.ts';
import type { LiveUpdateContent } from './live-update.ts';
import type { LiveUpdateRows, RowKind } from './live-update-rows.ts';

/** Ids of the rows that are needed to create a live update. */
export type RequiredRows = { [K in RowKind]?: readonly string[] };

/** The live update that an event type produces, and its receivers. */
export type LiveUpdateDefinition<E extends DomainEvent = DomainEvent> = {
  type: E['type'];
  requiredRows(event: RecordedEvent<E>): RequiredRows;
  /**
   * A row may be missing, for example because a later event removed it. A message that would show the row is then not sent: the
   * later event has its own live update.
   */
  create(event: RecordedEvent<E>, rows: LiveUpdateRows): LiveUpdateContent;
};

type EventOfType<T extends DomainEventType> = Extract<DomainEvent, { type: T }>;

export const defineLiveUpdate = <T extends DomainEventType>(
  type: T,
  definition: Omit<LiveUpdateDefinition<EventOfType<T>>, 'type'>,
): LiveUpdateDefinition => ({ type, ...definition });
