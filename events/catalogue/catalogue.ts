import type { EventDefinition } from './define-event.ts';
import { type AdminsEvent, adminsEvents } from './streams/admins.ts';
import { type AnnouncementEvent, announcementEvents } from './streams/announcement.ts';
import { type BookmarkEvent, bookmarkEvents } from './streams/bookmark.ts';
import { type CourseEvent, courseEvents } from './streams/course.ts';
import { type EnrolmentEvent, enrolmentEvents } from './streams/enrolment.ts';
import { type LogEvent, logEvents } from './streams/log.ts';
import { type NoteEvent, noteEvents } from './streams/note.ts';
import { type QuizEvent, quizEvents } from './streams/quiz.ts';
import { type ReadingEvent, readingEvents } from './streams/reading.ts';
import { type ReviewEvent, reviewEvents } from './streams/review.ts';
import { type UserEvent, userEvents } from './streams/user.ts';

/** An event of any type, in its current version. */
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

/** All definitions, by event type. The codec encodes and decodes with them; `docs/events.md` is generated from them. */
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
  ].flatMap((definitions) =>
    Object.values<EventDefinition>(definitions).map((definition) => [definition.type, definition] as const),
  ),
);
