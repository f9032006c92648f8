/**
 * `state.announcements_seen`: up to which position a user has seen announcements and notifications, and which kinds of
 * notifications they switched off (see migrations 0091 and 0240). `change` is new with each change; notifications of the
 * database contain it in place of the user.
 */
export type AnnouncementsSeenTable = {
  user_id: string;
  position: number;
  at: Date;
  change: string;
  notifications_position: number;
  switched_off: string[];
};
