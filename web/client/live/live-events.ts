import type { LiveMessage } from '#contract/live-messages.ts';
import type { LiveTrending } from '#contract/public-live-messages.ts';
import type { RosterChange } from '#contract/schemas/presence.ts';
import { createEmitter } from '../emitter.ts';

/** The events that the live connection delivers to the rest of the client. */
export const liveEvents = {
  /** Live updates, in the order of the log, each at most once. */
  updates: createEmitter<LiveMessage>(),
  /** The complete list of trending courses. */
  trending: createEmitter<LiveTrending>(),
  /**
   * The log position up to which there may be new entries on the History page. Emitted for Admins, and for everybody after a welcome
   * without a refetch.
   */
  auditChanged: createEmitter<number>(),
  /** For Admins on the insight page: the log position of the statistics. Also emitted when the page opens. */
  insightChanged: createEmitter<number>(),
  /** For users whose page shows the students of a course: the course, and the log position of its roster. Also emitted when the page opens. */
  rosterChanged: createEmitter<RosterChange>(),
  /** For Admins on the dashboard: the new dashboard, not yet validated. */
  dashboard: createEmitter<unknown>(),
  /** The log position up to which the user has seen announcements, on any device. */
  announcementsSeen: createEmitter<number>(),
  /** The user's notifications have changed. All clients concerned spread their requests over this time, in milliseconds. */
  notificationsChanged: createEmitter<number>(),
  /** This tab may have missed updates: the server ordered a refetch, or the live cursor requires one. The cached answers are being fetched again. */
  refetch: createEmitter<void>(),
  /** The socket is connected again after a lost connection. State that has no log position is fetched again. */
  reconnected: createEmitter<void>(),
};
export type LiveEvents = typeof liveEvents;
