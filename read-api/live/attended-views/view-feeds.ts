import type { Kysely } from 'kysely';
import type { Dashboard } from '#contract/schemas/dashboard.ts';
import type { NotificationListener } from '#events/log/notification-listener.ts';
import type { Logger } from '#platform/logging.ts';
import type { StateTables } from '#platform/state-tables/state-tables.ts';
import type { Checkpoints } from '../../freshness/checkpoints.ts';
import type { LiveIo } from '../broadcast.ts';
import type { LiveLimits } from '../live-limits.ts';
import { PresenceSync } from '../presence/presence-sync.ts';
import { courseRoom, type Room } from '../rooms.ts';
import { PolledFeed } from './polled-feed.ts';

export type ViewFeedsDependencies = {
  primaryState: Kysely<StateTables>;
  loadDashboard: () => Promise<Dashboard>;
  readCheckpoints: () => Promise<Checkpoints>;
  notifications: Pick<NotificationListener, 'subscribe'>;
  logger: Logger;
};

/**
 * Opens the feeds of attended views: the learner counts that lessons show, the dashboard, and notices that the
 * numbers of the insight page have changed. `RosterNotices` informs the viewers of rosters.
 * @param confirmDashboardViewers records that the viewers see the dashboard, or moves them out of its room.
 */
export const openViewFeeds = <Data>(
  io: LiveIo<Data>,
  { primaryState, loadDashboard, readCheckpoints, notifications, logger }: ViewFeedsDependencies,
  limits: LiveLimits,
  confirmDashboardViewers: () => Promise<unknown>,
) => {
  const { adapter } = io.of('/');
  const countSockets = (room: Room): number => adapter.rooms.get(room)?.size ?? 0;
  const presence = new PresenceSync({
    state: primaryState,
    notifications,
    sendCount: (coursePresence) => {
      const room = courseRoom(coursePresence.courseId);
      io.to(room).emit('presence', coursePresence);
      return countSockets(room);
    },
    limits,
    logger,
  });
  const dashboard = new PolledFeed<Dashboard>({
    name: 'The dashboard',
    beforeLoad: confirmDashboardViewers,
    load: loadDashboard,
    fingerprint: (value) => JSON.stringify({ ...value, at: null }),
    countViewers: () => countSockets('dashboard'),
    emit: (value) => io.to('dashboard').emit('dashboard', value),
    intervalMs: limits.dashboardIntervalMs,
    logger,
  });
  const insight = new PolledFeed<number>({
    name: 'The position of the insight page',
    load: async () => (await readCheckpoints()).models.get('insight')?.relevantPosition ?? 0,
    fingerprint: String,
    countViewers: () => countSockets('insight'),
    emit: (position) => io.to('insight').emit('insight-changed', position),
    intervalMs: limits.insightIntervalMs,
    logger,
  });
  adapter.on('join-room', (room: string) => {
    if (room === 'dashboard') dashboard.onViewerJoined();
    else if (room === 'insight') insight.onViewerJoined();
  });
  return {
    presence,
    start: () => presence.start(),
    close: async () => {
      await dashboard.close();
      await insight.close();
      await presence.close();
    },
  };
};
