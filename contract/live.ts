import { z } from 'zod';
import { announcement } from './announcements.ts';
import { bookmark } from './bookmarks.ts';
import { certificate } from './certificates.ts';
import { course } from './courses.ts';
import type { Dashboard } from './dashboard.ts';
import { enrolledCourse, progress } from './enrolments.ts';
import { note } from './notes.ts';
import type { CoursePresence, LivePlace } from './presence.ts';
import { quizAttempt, submittedQuiz } from './quizzes.ts';
import { highRatedCourseList, review } from './reviews.ts';
import { user, userType } from './users.ts';

const message = <K extends string, D extends z.ZodType>(kind: K, data: D) =>
  z.object({ position: z.number().int(), kind: z.literal(kind), data });

/**
 * What the server pushes; each message carries the log's position that it comes from, and has a GET that gives the
 * same. A position brings a client one message at most, so the last one that it has seen says what it has seen.
 */
export const liveMessage = z.discriminatedUnion('kind', [
  message('course-added', course),
  message('course-changed', course),
  message('course-removed', z.object({ _id: z.uuid() })),
  message('course-restored', course),
  message('user-registered', user),
  message('user-changed', user),
  message('user-removed', z.object({ _id: z.uuid() })),
  /**
   * To the person concerned, on all their devices, in place of the user message that admins get: the role is
   * another now, first of all after registering (null: the account was removed, `byYourself` or by an Admin). What
   * depends on it is asked anew.
   */
  message(
    'own-role-changed',
    z.object({ userType: userType.nullable(), byYourself: z.literal(true).optional() }),
  ),
  /** To the student, in all their tabs and on all their devices. */
  message('bookmark-added', bookmark),
  message('bookmark-removed', z.object({ _id: z.uuid() })),
  message('enrolment-added', enrolledCourse),
  message('enrolment-removed', z.object({ _id: z.uuid() })),
  message('progress-changed', progress),
  message('certificate-issued', certificate),
  /** To whom it is for; posted, or brought back after it was withdrawn. */
  message('announcement-added', announcement),
  message('announcement-removed', z.object({ _id: z.uuid() })),
  /** To the student: the result of an attempt, and the marks of a written one when they are given or changed. */
  message('quiz-finished', quizAttempt),
  message('quiz-marked', quizAttempt),
  /** To those who may mark it: a written quiz waits for marks; one was marked (by whomever). */
  message('quiz-submitted', submittedQuiz),
  message('quiz-marks-changed', submittedQuiz),
  message('note-added', note),
  message('note-changed', note),
  message('note-removed', z.object({ _id: z.uuid() })),
  /** To everybody, each as they may read it: in full to its author and to Admins. */
  message('review-added', review),
  message('review-changed', review),
  message('review-removed', z.object({ _id: z.uuid(), catalogueId: z.uuid() })),
  /**
   * To everybody in place of what the person and Admins get: somebody was removed, and what they wrote with them.
   * Where writings of others are shown they are fetched again.
   */
  message('person-removed', z.null()),
]);
export type LiveMessage = z.infer<typeof liveMessage>;
export type LiveMessageKind = LiveMessage['kind'];

/** What a client says when it connects: `socket.auth`. */
export const liveHandshake = z.object({
  token: z.string().max(8_000).optional(),
  /**
   * The last position that this client has seen and the log it belongs to: it gets what it missed since. At
   * first the `Log-Position` of the oldest GET answer that is on the screen, then that of the last message,
   * `welcome` or `position`.
   */
  since: z.number().int().nonnegative().optional(),
  logId: z.uuid().optional(),
});
export type LiveHandshake = z.infer<typeof liveHandshake>;

/**
 * Sent after connecting, after what was missed: the client now stands at this position of this log. Sent again,
 * with `refetch`, when what is shown can no longer be brought up to date by messages.
 */
export const liveWelcome = z.object({
  position: z.number().int(),
  logId: z.uuid(),
  /** True when too much was missed (or the log is another): what is shown must be fetched again. */
  refetch: z.boolean(),
});
export type LiveWelcome = z.infer<typeof liveWelcome>;

/**
 * The courses that are trending, as GET /highRatedCourses gives them, at a position of the log. No step but the whole
 * as it stands: the one of the highest position is true. Sent after a welcome, and to everybody when it is another, a
 * few times a second at most, however many reviews come.
 */
export const liveTrending = z.object({
  position: z.number().int(),
  logId: z.uuid(),
  courses: highRatedCourseList,
});
export type LiveTrending = z.infer<typeof liveTrending>;

/** Socket.IO event names and their arguments, for both sides. */
export type ServerToClient = {
  message: (message: LiveMessage) => void;
  welcome: (welcome: LiveWelcome) => void;
  /** Nothing for this client happened up to this position; now and then, so that a return is a short way. */
  position: (position: number) => void;
  'trending-changed': (trending: LiveTrending) => void;
  /**
   * Up to where this person has seen what was announced, on another device: state, which has no position. Whoever
   * misses it finds out by GET /announcement/seen.
   */
  'announcements-seen': (position: number) => void;
  /**
   * How many learn the course whose lesson this tab shows, as GET /presence says: as it stands now, once after each
   * `attend` and when it is another, once a second at most.
   */
  presence: (presence: CoursePresence) => void;
  /** To admins: something happened up to this position; GET /audit says what. Once in a while, however much it is. */
  'audit-changed': (position: number) => void;
  /** To Admins whose tab shows the dashboard: how things stand, whole, as GET /dashboard says; once a second at most. */
  dashboard: (dashboard: Dashboard) => void;
  /**
   * To Admins whose tab shows the insight page: its numbers are others since this position, once in a while however
   * much happens. What they are GET /insight/… says.
   */
  'insight-changed': (position: number) => void;
  /** The token runs out (or was no good): send a new one with `authenticate`, else the socket goes on as a visitor's. */
  'sign-in-again': () => void;
};
export type ClientToServer = {
  /** A new token, or null to go on as a visitor. `refetch` in the answer: the socket stands for somebody else now. */
  authenticate: (token: string | null, done: (welcome: LiveWelcome | { error: string }) => void) => void;
  /**
   * What this tab shows now, or null for nothing that would matter; it ends with the socket, and when somebody else sits
   * down at it. `refusal`: a sentence why this person may not, or null.
   */
  attend: (place: LivePlace | null, done: (refusal: string | null) => void) => void;
};
