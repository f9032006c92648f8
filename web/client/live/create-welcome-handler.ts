import type { LiveWelcome } from '#contract/public-live-messages.ts';
import type { LogPosition } from '../api/log-position.ts';
import { queryClient } from '../query-client.ts';
import { forgetRemovals } from './changed-records.ts';
import type { createLiveCursor } from './live-cursor.ts';
import type { LiveEvents } from './live-events.ts';
import type { createRecentUpdates } from './recent-updates.ts';

type WelcomeDependencies = {
  cursor: ReturnType<typeof createLiveCursor>;
  recentUpdates: ReturnType<typeof createRecentUpdates>;
  live: Pick<LiveEvents, 'auditChanged' | 'refetch'>;
};

/**
 * Creates the handler of the server's welcomes. It continues with the updates that follow, or fetches everything again.
 * `earliestRead` is the earliest position at which this tab has read data.
 */
export const createWelcomeHandler =
  ({ cursor, recentUpdates, live }: WelcomeDependencies) =>
  (welcome: LiveWelcome, earliestRead: LogPosition | null): void => {
    if (cursor.welcome(welcome, earliestRead)) {
      recentUpdates.restartAt(welcome.position);
      forgetRemovals();
      void queryClient.invalidateQueries();
      live.refetch.emit();
    } else {
      recentUpdates.startAt(welcome.position);
      // A catch-up does not repeat `audit-changed`.
      live.auditChanged.emit(welcome.position);
    }
  };
