import type { AnnouncementsSeenTable } from './announcements-seen.ts';
import type { PlaybackTable } from './playback.ts';

/** The schema `state` as Kysely sees it: use with `.withSchema('state')`. What is written there, command-api writes. */
export type StateTables = {
  announcements_seen: AnnouncementsSeenTable;
  playback: PlaybackTable;
};
