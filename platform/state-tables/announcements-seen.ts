/**
 * `state.announcements_seen`: up to which position a user has seen announcements and notifications, and which kinds of
 * notifications they switched off (see migrations 0091 and 0240). `change` is a new id for each change. PostgreSQL
 * notifications contain it instead of the user.
 */
export type AnnouncementsSeenTable = {
  user_id: string;
  position: number;
  at: Date;
  change: string;
  notifications_position: number;
  switched_off: string[];
};
