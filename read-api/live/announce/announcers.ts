import type { RecordedEvent } from '#events/log/log.ts';
import { personAbout } from '#events/log/person-of-event.ts';
import type { Announcement } from '../announcement.ts';
import { userSubject } from './about-user.ts';
import { announcementPosted } from './announcement-posted.ts';
import { announcementRestored } from './announcement-restored.ts';
import { announcementWithdrawn } from './announcement-withdrawn.ts';
import type { Announcer } from './announces.ts';
import { bookmarkRemoved } from './bookmark-removed.ts';
import { certificateIssued } from './certificate-issued.ts';
import { courseAdded } from './course-added.ts';
import { courseBookmarked } from './course-bookmarked.ts';
import { courseEdited } from './course-edited.ts';
import { courseRemoved } from './course-removed.ts';
import { courseRestored } from './course-restored.ts';
import { courseStarted } from './course-started.ts';
import { moduleCompleted } from './module-completed.ts';
import { noteEdited } from './note-edited.ts';
import { noteRemoved } from './note-removed.ts';
import { noteRestored } from './note-restored.ts';
import { noteTaken } from './note-taken.ts';
import { quizFinished } from './quiz-finished.ts';
import { quizMarked } from './quiz-marked.ts';
import { reviewRemoved } from './review-removed.ts';
import { reviewRestored } from './review-restored.ts';
import { reviewRevised } from './review-revised.ts';
import { reviewSubmitted } from './review-submitted.ts';
import { forEachKind, type RowKind, type Rows } from './rows.ts';
import { studentEnrolled } from './student-enrolled.ts';
import { studentLeft } from './student-left.ts';
import { userProfileEdited } from './user-profile-edited.ts';
import { userRegistered } from './user-registered.ts';
import { userRemoved } from './user-removed.ts';
import { userRoleChanged } from './user-role-changed.ts';
import { userWishDeclined } from './user-wish-declined.ts';

/** Read models whose rows the messages are made of: nothing is told before it is in all of them. */
export const liveModels = [
  'announcements',
  'bookmarks',
  'certificates',
  'courses',
  'enrolments',
  'notes',
  'quizzes',
  'reviews',
  'users',
] as const;

/** By type of event; an event of another type is told to nobody. A new kind of message: one file, and a line here. */
const announcers: ReadonlyMap<string, Announcer> = new Map(
  [
    announcementPosted,
    announcementRestored,
    announcementWithdrawn,
    bookmarkRemoved,
    certificateIssued,
    courseAdded,
    courseBookmarked,
    courseEdited,
    courseRemoved,
    courseRestored,
    courseStarted,
    moduleCompleted,
    noteEdited,
    noteRemoved,
    noteRestored,
    noteTaken,
    quizFinished,
    quizMarked,
    reviewRemoved,
    reviewRestored,
    reviewRevised,
    reviewSubmitted,
    studentEnrolled,
    studentLeft,
    userProfileEdited,
    userRegistered,
    userRemoved,
    userRoleChanged,
    userWishDeclined,
  ].map((announcer) => [announcer.type, announcer as unknown as Announcer]),
);

export const isTold = (event: RecordedEvent): boolean => announcers.has(event.type);

/** Ids of all rows that telling about these events takes. */
export const neededRows = (events: readonly RecordedEvent[]): Record<RowKind, string[]> => {
  const needs = events.map((event) => announcers.get(event.type)?.needs(event) ?? {});
  return forEachKind((kind) => [...new Set(needs.flatMap((one) => one[kind] ?? []))]);
};

/** What the events tell, in their order; those that tell nothing are left out. */
export const announceAll = (events: readonly RecordedEvent[], rows: Rows): Announcement[] =>
  events.flatMap((event) => {
    const announcer = announcers.get(event.type);
    if (!announcer) return [];
    const told = announcer.announce(event, rows);
    // Whatever is about a person goes with them; that something is gone may still be told.
    const person = told.withdraws ? null : personAbout(event);
    return [
      { position: event.position, ...(person === null ? {} : { partOf: userSubject(person) }), ...told },
    ];
  });
