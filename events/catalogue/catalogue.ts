import { type AdminsEvent, adminsEvents } from './admins.ts';
import { type AnnouncementEvent, announcementEvents } from './announcement.ts';
import { type BookmarkEvent, bookmarkEvents } from './bookmark.ts';
import { type CourseEvent, courseEvents } from './course.ts';
import type { EventDefinition } from './define-event.ts';
import { type EnrolmentEvent, enrolmentEvents } from './enrolment.ts';
import { type LogEvent, logEvents } from './log.ts';
import { type NoteEvent, noteEvents } from './note.ts';
import { type QuizEvent, quizEvents } from './quiz.ts';
import { type ReadingEvent, readingEvents } from './reading.ts';
import { type ReviewEvent, reviewEvents } from './review.ts';
import { type UserEvent, userEvents } from './user.ts';

/** Every kind of event there is. */
export type DomainEvent =
  | CourseEvent
  | UserEvent
  | AdminsEvent
  | BookmarkEvent
  | EnrolmentEvent
  | QuizEvent
  | ReviewEvent
  | NoteEvent
  | AnnouncementEvent
  | ReadingEvent
  | LogEvent;
export type DomainEventType = DomainEvent['type'];

/** Definitions by type; the log encodes, upcasts and decodes by it, `docs/events.md` is made from it. */
export const catalogue: ReadonlyMap<string, EventDefinition> = new Map(
  [
    courseEvents,
    userEvents,
    adminsEvents,
    bookmarkEvents,
    enrolmentEvents,
    quizEvents,
    reviewEvents,
    noteEvents,
    announcementEvents,
    readingEvents,
    logEvents,
  ].flatMap((aggregate) =>
    Object.values(aggregate).map(
      (definition) => [definition.type, definition as unknown as EventDefinition] as const,
    ),
  ),
);
