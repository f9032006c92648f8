import { announcementUpdates } from './announcement-updates.ts';
import { bookmarkUpdates } from './bookmark-updates.ts';
import { courseUpdates } from './course-updates.ts';
import type { LiveUpdateDefinition } from './define-live-update.ts';
import { enrolmentUpdates } from './enrolment-updates.ts';
import { noteUpdates } from './note-updates.ts';
import { quizUpdates } from './quiz-updates.ts';
import { reviewUpdates } from './review-updates.ts';
import { userUpdates } from './user-updates.ts';

/** The read models whose rows live updates contain. The live update of an event is not sent before all of them have applied the event. */
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

/** The definitions by event type. Events of other types have no live update. */
export const liveUpdateDefinitions: ReadonlyMap<string, LiveUpdateDefinition> = new Map(
  [
    ...announcementUpdates,
    ...bookmarkUpdates,
    ...courseUpdates,
    ...enrolmentUpdates,
    ...noteUpdates,
    ...quizUpdates,
    ...reviewUpdates,
    ...userUpdates,
  ].map((definition) => [definition.type, definition]),
);

export const hasLiveUpdate = (event: { type: string }): boolean => liveUpdateDefinitions.has(event.type);
