/**
 * `read.notifications`: the latest notification about each account, quiz attempt, course and certificate (see migration
 * 0240).
 */
export type NotificationsTable = {
  /** The id of the user, quiz attempt, course or enrolment. */
  id: string;
  /** The user to whom the account, quiz attempt or certificate belongs; null for a course. */
  user_id: string | null;
  course_id: string | null;
  /** A `NotificationEvent` of the contract, except announcements. */
  kind: string;
  /** The roles before and after a `UserRoleChanged` (the same if it declined a request), or the declined role; otherwise empty. */
  roles: string[];
  notified_at: Date;
  /** The position of the event that the notification is about. Lists are ordered by it. */
  notified_position: number;
  /** The position of the last event that changed this row. */
  position: number;
};
