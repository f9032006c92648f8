/**
 * `state.announcements_seen`: up to which position a user has seen announcements (see migration 0091). `change` is new with
 * each move; notifications contain it in place of the user.
 */
export type AnnouncementsSeenTable = { user_id: string; position: number; at: Date; change: string };
