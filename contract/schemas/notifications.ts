import { z } from 'zod/mini';
import { opaqueCursor, pageLimit } from '../fields/paging.ts';
import { shownLine } from '../fields/text.ts';
import { courseCode } from './courses.ts';
import { userType } from './users.ts';

/** The kinds of notifications, each of which a user can switch off. */
const notificationKinds = [
  'announcement',
  'quiz-marked',
  'quiz-waiting',
  'role',
  'course',
  'certificate',
] as const;
export const notificationKind = z.enum(notificationKinds, {
  error: `A kind must be one of ${notificationKinds.join(', ')}.`,
});
export type NotificationKind = z.infer<typeof notificationKind>;

/** The events that a user is notified of. Each belongs to one kind ({@link kindOfNotification}). */
export const notificationEvents = [
  'announcement',
  'student-message',
  'quiz-marked',
  'quiz-waiting',
  'role-changed',
  'role-declined',
  'course-changed',
  'course-withdrawn',
  'course-restored',
  'certificate',
] as const;
export type NotificationEvent = (typeof notificationEvents)[number];

export const kindOfNotification: Record<NotificationEvent, NotificationKind> = {
  announcement: 'announcement',
  'student-message': 'announcement',
  'quiz-marked': 'quiz-marked',
  'quiz-waiting': 'quiz-waiting',
  'role-changed': 'role',
  'role-declined': 'role',
  'course-changed': 'course',
  'course-withdrawn': 'course',
  'course-restored': 'course',
  certificate: 'certificate',
};

/** An entry of GET /notifications. */
const notification = z.object({
  /** The id of the notification's subject: announcement, quiz attempt, user, course or enrolment. */
  _id: z.uuid(),
  event: z.enum(notificationEvents),
  at: z.iso.datetime(),
  /**
   * The position from which the reader could see the notification. For an announcement of a course that is
   * older than the reader's first enrolment in it: that of the enrolment.
   */
  position: z.int(),
  isUnread: z.boolean(),
  /** Null for notifications about the reader's account, and for announcements to everybody. */
  course: z.nullable(
    z.object({
      _id: z.uuid(),
      name: shownLine(),
      code: courseCode,
      /** The reader's enrolment; null if they are not enrolled. */
      enrolmentId: z.nullable(z.uuid()),
    }),
  ),
  /** The beginning of an announcement or a message; null for other events. */
  text: z.nullable(z.string()),
  /** The number of a certificate; null for other events. */
  certificateNumber: z.nullable(z.string()),
  /** The new role, or the requested one that was declined; null for other events, and if the event does not name it. */
  role: z.nullable(userType),
});
export type Notification = z.infer<typeof notification>;

/** The maximum number of notifications in the list; older ones are left out. */
export const maxNotifications = 200;
/** The maximum length of the text in a notification, in characters (code points). A longer announcement is cut. */
export const notificationTextLength = 200;

/** Answer to GET /notifications, without the kinds that the reader switched off. */
export const notificationList = z.object({
  notifications: z.array(notification),
  /** How many are unread, on all pages. */
  unread: z.int().check(z.nonnegative()),
  /** The highest position on all pages; 0 for an empty list. A user who sees the list has seen everything up to it. */
  latestPosition: z.int().check(z.nonnegative()),
  switchedOff: z.array(notificationKind),
  /** How many written quizzes wait for the reader's marks, at most 1,000; null for readers who may mark none. */
  quizzesToMark: z.nullable(z.int().check(z.nonnegative())),
});
export type NotificationList = z.infer<typeof notificationList>;

const maxNotificationsPerPage = 50;
const defaultNotificationsPerPage = 20;

/** Query of GET /notifications: newest first; the header `Next-Cursor` leads to the next, older page. */
export const notificationQuery = z.object({
  limit: z._default(pageLimit(maxNotificationsPerPage), defaultNotificationsPerPage),
  cursor: z.optional(opaqueCursor),
});

/** Body of PUT /notifications/settings: all kinds that are switched off from now on. */
export const notificationSettings = z.object({
  switchedOff: z
    .array(notificationKind, { error: 'Give the kinds that are switched off as a list.' })
    .check(z.maxLength(50, { error: 'These are too many kinds.' })),
});
