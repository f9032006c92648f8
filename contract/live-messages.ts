import { z } from 'zod/mini';
import {
  createLiveUpdateSchema,
  type LiveTrending,
  type LiveWelcome,
  publicLiveUpdates,
} from './public-live-messages.ts';
import { announcement } from './schemas/announcements.ts';
import { bookmark } from './schemas/bookmarks.ts';
import { certificate } from './schemas/certificates.ts';
import type { Dashboard } from './schemas/dashboard.ts';
import { enrolledCourse, progress } from './schemas/enrolments.ts';
import { note } from './schemas/notes.ts';
import type { AttendedView, CoursePresence, RosterChange } from './schemas/presence.ts';
import { quizAttempt, submittedQuiz } from './schemas/quizzes.ts';
import { user, userType } from './schemas/users.ts';

/**
 * Live updates that the server pushes. Each carries the log position of its event. A client gets at most one message per position,
 * so the position of its last message identifies everything that it has received.
 */
export const liveMessage = z.discriminatedUnion('kind', [
  ...publicLiveUpdates,
  createLiveUpdateSchema('user-registered', user),
  createLiveUpdateSchema('user-changed', user),
  createLiveUpdateSchema('user-removed', z.object({ _id: z.uuid() })),
  /**
   * To the user concerned, on all their devices, instead of the message `user-…` that Admins get. `userType` is the new role, or
   * the first role after the registration. Null: the account was removed. `byYourself`: the user removed it.
   */
  createLiveUpdateSchema(
    'own-role-changed',
    z.object({ userType: z.nullable(userType), byYourself: z.optional(z.literal(true)) }),
  ),
  /** The messages from here to `certificate-issued`: to the student, in all tabs and on all devices. */
  createLiveUpdateSchema('bookmark-added', bookmark),
  createLiveUpdateSchema('bookmark-removed', z.object({ _id: z.uuid() })),
  createLiveUpdateSchema('enrolment-added', enrolledCourse),
  createLiveUpdateSchema('enrolment-removed', z.object({ _id: z.uuid() })),
  createLiveUpdateSchema('progress-changed', progress),
  createLiveUpdateSchema('certificate-issued', certificate),
  /** To the users who may read the announcement: it was posted, or restored after its withdrawal. */
  createLiveUpdateSchema('announcement-added', announcement),
  createLiveUpdateSchema('announcement-removed', z.object({ _id: z.uuid() })),
  /**
   * To the student. `quiz-finished`: an attempt was submitted. `quiz-marked`: a written attempt was marked, or its marks were
   * changed.
   */
  createLiveUpdateSchema('quiz-finished', quizAttempt),
  createLiveUpdateSchema('quiz-marked', quizAttempt),
  /** To users who may mark the quiz. `quiz-submitted`: it awaits marks. `quiz-marks-changed`: its marks were given or changed. */
  createLiveUpdateSchema('quiz-submitted', submittedQuiz),
  createLiveUpdateSchema('quiz-marks-changed', submittedQuiz),
  /** To the student who took the note. */
  createLiveUpdateSchema('note-added', note),
  createLiveUpdateSchema('note-changed', note),
  createLiveUpdateSchema('note-removed', z.object({ _id: z.uuid() })),
]);
export type LiveMessage = z.infer<typeof liveMessage>;
export type LiveMessageKind = LiveMessage['kind'];

/** The data that a client sends when it connects (`socket.auth`). */
export const liveHandshake = z.object({
  token: z.optional(z.string().check(z.maxLength(8_000))),
  /**
   * The last position that this client has seen, and the id of its history. The server sends the updates after this position. At
   * first it is the earliest `Log-Position` of the GET answers of this tab, later the position of the last message, `welcome` or
   * `position`.
   */
  since: z.optional(z.int().check(z.nonnegative())),
  logId: z.optional(z.uuid()),
});
export type LiveHandshake = z.infer<typeof liveHandshake>;

/** Socket.IO event names and their arguments, for both sides. */
export type ServerToClient = {
  message: (message: LiveMessage) => void;
  welcome: (welcome: LiveWelcome) => void;
  /** The client has been sent all its live updates up to this position. Sent occasionally to keep catch-up short. */
  position: (position: number) => void;
  'trending-changed': (trending: LiveTrending) => void;
  /**
   * The position up to which this user has seen announcements on any device. The message is not repeated in a catch-up: a
   * client that misses it reads GET /announcement/seen.
   */
  'announcements-seen': (position: number) => void;
  /**
   * To the users concerned: GET /notifications would answer differently, because of an event or because of what the user saw
   * or switched off on any device. Clients spread their requests over `spreadMs` milliseconds, so that an announcement to
   * thousands does not cause all requests at once. A client that misses the message fetches when it reconnects.
   */
  'notifications-changed': (spreadMs: number) => void;
  /**
   * How many users are studying the course that this tab shows, as GET /presence returns it. Sent after each `attend` and
   * when the number changes, at most once per second.
   */
  presence: (presence: CoursePresence) => void;
  /** To Admins: something happened up to this position; GET /audit returns it. Throttled. */
  'audit-changed': (position: number) => void;
  /** To Admins whose tab shows the dashboard: a snapshot as GET /dashboard returns it, at most once per second. */
  dashboard: (dashboard: Dashboard) => void;
  /**
   * To Admins whose tab shows the insight page: the position of its numbers; GET /insight/… returns them. Sent when a socket
   * begins to attend the page, and when the numbers change. Throttled.
   */
  'insight-changed': (position: number) => void;
  /**
   * To users who attend the roster of a course and may read it: the position of the roster; GET /courses/{id}/students returns it.
   * Sent when a socket begins to attend the roster, and when the roster changes. Throttled.
   */
  'roster-changed': (change: RosterChange) => void;
  /**
   * The token is about to expire, or is invalid. With an expired or invalid token, the socket is that of a visitor until the client sends a
   * new token with `authenticate`.
   */
  'sign-in-again': () => void;
};
export type ClientToServer = {
  /**
   * A new token, or null to continue as a visitor. `refetch` in the answer: the user or role of the socket has changed.
   */
  authenticate: (token: string | null, done: (welcome: LiveWelcome | { error: string }) => void) => void;
  /**
   * The view that this tab shows and wants updates for, or null. `refusal`: why the socket does not attend the view, as a sentence, or null.
   */
  attend: (view: AttendedView | null, done: (refusal: string | null) => void) => void;
};
