/** `state.announcements_seen`: up to where a person has seen what was announced (see migration 0091). */
export type AnnouncementsSeenTable = { user_id: string; position: number; at: Date };
