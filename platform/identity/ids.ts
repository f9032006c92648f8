import { v5 } from 'uuid';

/** The namespace of every id that is computed; never changes, or no stream would be found again. */
const lyceum = '6f1c4a0e-5b1d-5d3a-9a55-2f8d3c7e9b40';

/** A person's `_id`: from the identity provider's uid, so that a token alone names the stream. */
export const userIdOf = (uid: string): string => v5(`user:${uid}`, lyceum);

/** A course's `_id`: from the person and the idempotency key, so the same act makes the same course. */
export const courseIdOf = (userId: string, key: string): string => v5(`course:${userId}:${key}`, lyceum);

/** A bookmark's `_id`: a person bookmarks a course once. */
export const bookmarkIdOf = (userId: string, courseId: string): string =>
  v5(`bookmark:${userId}:${courseId}`, lyceum);

/** The `_id` of an enrolment and of its progress: a person goes one way through a course. */
export const enrolmentIdOf = (userId: string, courseId: string): string =>
  v5(`enrolment:${userId}:${courseId}`, lyceum);

/** A review's `_id`: a student's way through a course is reviewed once, and revised. */
export const reviewIdOf = (enrolmentId: string): string => v5(`review:${enrolmentId}`, lyceum);

/** A note's `_id`: from the person and the idempotency key, so each act makes a note and the same act the same one. */
export const noteIdOf = (userId: string, key: string): string => v5(`note:${userId}:${key}`, lyceum);

/** The `_id` of an attempt at a quiz: those of one kind in one enrolment are numbered, from 1 without gaps. */
export const quizIdOf = (enrolmentId: string, kind: 'mcq' | 'written', number: number): string =>
  v5(`quiz:${enrolmentId}:${kind}:${number}`, lyceum);
/** An announcement's `_id`: from the person and the idempotency key, so the same act makes the same announcement. */
export const announcementIdOf = (userId: string, key: string): string =>
  v5(`announcement:${userId}:${key}`, lyceum);

/** A reading's `_id`: from the Admin and the idempotency key, so that the same act is recorded once. */
export const readingIdOf = (userId: string, key: string): string => v5(`reading:${userId}:${key}`, lyceum);
