import type { AnnouncementsSeenTable } from './announcements-seen.ts';
import type { PlaybackTable } from './playback.ts';
import type { LearningTable, NodesTable, PresentTable } from './presence.ts';

/**
 * The schema `state` as Kysely sees it, found by the connection's search path. What is written there, command-api writes; who
 * is present, the read-api.
 */
export type StateTables = {
  announcements_seen: AnnouncementsSeenTable;
  learning: LearningTable;
  nodes: NodesTable;
  playback: PlaybackTable;
  present: PresentTable;
};
