import type { DomainEvent, DomainEventType } from '#events/catalogue/catalogue.ts';
import type { RecordedEvent } from '#events/log/log.ts';
import type { Announcement } from '../announcement.ts';
import type { RowKind, Rows } from './rows.ts';

/** Ids of the rows that telling about an event takes. */
export type Needs = { [K in RowKind]?: readonly string[] };

/** What one kind of event tells, and to whom. */
export type Announcer<E extends DomainEvent = DomainEvent> = {
  type: E['type'];
  needs: (event: RecordedEvent<E>) => Needs;
  /**
   * A row that is not there was removed by a later event: then there is nothing to tell, the removal will say so.
   */
  announce: (event: RecordedEvent<E>, rows: Rows) => Omit<Announcement, 'position'>;
};

type EventOfType<T extends DomainEventType> = Extract<DomainEvent, { type: T }>;

export const announces = <T extends DomainEventType>(
  type: T,
  announcer: Omit<Announcer<EventOfType<T>>, 'type'>,
) => ({ type, ...announcer });
