import type { RecordedEvent } from '#events/log/log.ts';

export type CourseLabel = { code: string; name: string };

/** The current text of a review, and the positions of the events that wrote it and that last changed the review. */
export type ReviewText = { comment: string; writtenAt: number; changedAt: number };

/** How many records refer to a removed course. */
export type CourseDependents = { bookmarks: number; reviews: number; enrolled: number };

/** The data needed to describe a page of events, loaded once for the whole page. */
export type EventContext = {
  /** Names of registered users by id. A user who is missing was removed. */
  userNames: ReadonlyMap<string, string>;
  /** Current labels of courses by id. */
  courses: ReadonlyMap<string, CourseLabel>;
  /** By stream: all events of the courses, reviews and announcements to which the described events belong. */
  streams: ReadonlyMap<string, readonly RecordedEvent[]>;
  /** Current texts of reviews by id. */
  reviewTexts: ReadonlyMap<string, ReviewText>;
  /** Events by the command that appended them, in order. */
  eventsByCommand: ReadonlyMap<string, readonly RecordedEvent[]>;
  /** How many records refer to each removed course, by the id of the course. */
  courseDependents: ReadonlyMap<string, CourseDependents>;
  /** For each removed user, the number of their records by kind of stream. */
  erasedRecords: ReadonlyMap<string, ReadonlyMap<string, number>>;
};

/** Returns the name of a user as it appears within a sentence. */
export const userName = ({ userNames }: Pick<EventContext, 'userNames'>, id: string): string =>
  userNames.get(id) ?? 'a removed user';

/** Returns whether the removal list caused an event, after the restore of an older backup (`log.repeat_removals`). */
export const isOfRemovalList = ({ metadata: { actor } }: Pick<RecordedEvent, 'metadata'>): boolean =>
  actor !== null && 'system' in actor && actor.system === 'removal list';
