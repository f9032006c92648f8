import type { AnnouncementsSeenTable } from './announcements-seen.ts';
import type { PlaybackTable } from './playback.ts';
import type { LearningTable, NodesTable, PresentTable } from './presence.ts';

/**
 * The schema `state` for Kysely, found by the connection's search path. The command-api writes it, except presence, which the
 * read-api writes. Triggers delete the rows of removed users.
 */
export type StateTables = {
  announcements_seen: AnnouncementsSeenTable;
  learning: LearningTable;
  nodes: NodesTable;
  playback: PlaybackTable;
  present: PresentTable;
};
