import type { RecordedEvent } from '#events/log/log.ts';

/** A course as a history names it. */
export type NamedCourse = { code: string; name: string };

/** What of a review is shown as it stands: its words, and the events that wrote and last changed it. */
export type ReviewWords = { comment: string; writtenAt: number; changedAt: number };

/** How much hangs on a course that is out of the catalogue. */
export type HangsOn = { bookmarks: number; reviews: number; enrolled: number };

/** What a page of events is told with: fetched once for all of them. */
export type Surroundings = {
  /** Names of those who are registered, by id: who is missing was removed. */
  people: ReadonlyMap<string, string>;
  /** Courses as they are called now, by id. */
  courses: ReadonlyMap<string, NamedCourse>;
  /** Whole streams of the courses, reviews and announcements that the events are of. */
  streams: ReadonlyMap<string, readonly RecordedEvent[]>;
  /** Reviews as they stand, by id. */
  reviews: ReadonlyMap<string, ReviewWords>;
  /** What was appended by the same command, by its id, in order. */
  acts: ReadonlyMap<string, readonly RecordedEvent[]>;
  /** By course. */
  hangsOn: ReadonlyMap<string, HangsOn>;
  /** How many records of each kind of stream went with a removed person, by person. */
  wentWith: ReadonlyMap<string, ReadonlyMap<string, number>>;
};

/** Their name in the middle of a sentence. */
export const nameOf = ({ people }: Pick<Surroundings, 'people'>, id: string): string =>
  people.get(id) ?? 'a removed person';
