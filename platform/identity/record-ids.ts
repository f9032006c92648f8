import { v5 } from 'uuid';

/** The namespace of the ids in this file. It must never change, because these ids name the stored streams. */
const namespace = '6f1c4a0e-5b1d-5d3a-9a55-2f8d3c7e9b40';

/** Returns a user's `_id`: computed from the identity provider's uid, so that a token alone identifies the stream. */
export const userIdOf = (uid: string): string => v5(`user:${uid}`, namespace);

/** Returns a course's `_id`: computed from actor and idempotency key, so that a repetition creates the same course. */
export const courseIdOf = (userId: string, key: string): string => v5(`course:${userId}:${key}`, namespace);

/** Returns a bookmark's `_id`: one per user and course. */
export const bookmarkIdOf = (userId: string, courseId: string): string =>
  v5(`bookmark:${userId}:${courseId}`, namespace);

/** Returns the `_id` of an enrolment and of its progress: one per user and course. */
export const enrolmentIdOf = (userId: string, courseId: string): string =>
  v5(`enrolment:${userId}:${courseId}`, namespace);

/** Returns a review's `_id`: one per enrolment; a second review revises the first. */
export const reviewIdOf = (enrolmentId: string): string => v5(`review:${enrolmentId}`, namespace);

/** Returns a note's `_id`: computed from actor and idempotency key, so that a repetition creates no second note. */
export const noteIdOf = (userId: string, key: string): string => v5(`note:${userId}:${key}`, namespace);

/** Returns a quiz attempt's `_id`. The attempts of one kind in one enrolment are numbered from 1 without gaps. */
export const quizIdOf = (enrolmentId: string, kind: 'mcq' | 'written', number: number): string =>
  v5(`quiz:${enrolmentId}:${kind}:${number}`, namespace);

/** Returns an announcement's `_id`: computed from actor and idempotency key. */
export const announcementIdOf = (userId: string, key: string): string =>
  v5(`announcement:${userId}:${key}`, namespace);

/**
 * Returns the `_id` of a message to students, which is an announcement. The id contains the course, because an idempotency key may be used
 * once for each path. With one id for all paths, a message would be mistaken for the announcement with the same key, and not be sent.
 */
export const studentMessageIdOf = (userId: string, courseId: string, key: string): string =>
  v5(`announcement:${userId}:${courseId}:${key}`, namespace);

const hourMs = 3_600_000;

/** Returns a reading's `_id`: one per Admin, category of data, user (null: many users) and hour. */
export const readingIdOf = (
  adminId: string,
  { what, userId }: { what: string; userId: string | null },
  now: Date,
): string =>
  v5(`reading:${adminId}:${what}:${userId ?? ''}:${Math.floor(now.getTime() / hourMs)}`, namespace);
