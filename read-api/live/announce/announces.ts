import type { DomainEvent, DomainEventType } from '#events/catalogue/catalogue.ts';
import type { RecordedEvent } from '#events/log/log.ts';
import type { BookmarkRow } from '../../bookmarks/present.ts';
import type { OwnCertificateRow } from '../../certificates/present.ts';
import type { CourseRow } from '../../courses/present.ts';
import type { EnrolmentRow } from '../../enrolments/present.ts';
import type { NoteRow } from '../../notes/present.ts';
import type { ReviewRow } from '../../reviews/present.ts';
import type { UserRow } from '../../users/present.ts';
import type { Announcement } from '../announcement.ts';

/** The rows that a page of events tells about, as they stand when it is told: fetched once for the whole page. */
export type Rows = {
  bookmarks: ReadonlyMap<string, BookmarkRow>;
  certificates: ReadonlyMap<string, OwnCertificateRow>;
  courses: ReadonlyMap<string, CourseRow>;
  enrolments: ReadonlyMap<string, EnrolmentRow>;
  notes: ReadonlyMap<string, NoteRow>;
  reviews: ReadonlyMap<string, ReviewRow>;
  users: ReadonlyMap<string, UserRow>;
};

/** Ids of the rows that telling about an event takes. */
export type Needs = { [K in keyof Rows]?: readonly string[] };

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
