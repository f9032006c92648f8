/** `state.announcements_seen`: up to which position a user has seen announcements (see migration 0091). */
export type AnnouncementsSeenTable = { user_id: string; position: number; at: Date };
