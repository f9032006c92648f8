import { queryClient } from '../query-client.ts';
import { forgetRemovals } from './changed-records.ts';
import { recentUpdates } from './recent-updates.ts';

/**
 * Fetches all shown data again after this tab has missed live updates, and discards what it knows only from earlier ones.
 * @param position the log position after which live updates arrive again.
 */
export const refetchAfterGap = (position: number): void => {
  recentUpdates.restartAt(position);
  forgetRemovals();
  void queryClient.invalidateQueries();
};
