import type { LiveMessage } from '#contract/live-messages.ts';
import type { LogPosition } from '../api/log-position.ts';
import { recentUpdates } from './recent-updates.ts';

type Answer<T> = { data: T; readAt: LogPosition | null };

/**
 * Fetches data and applies the live updates that are newer than the answer. An answer that is older than the recent updates
 * comes from a server that is far behind, so the data is fetched once more.
 * @param merge returns the data after one live update; the same object if the update does not concern it.
 */
export const fetchAndCatchUp = async <T>(
  fetch: () => Promise<Answer<T>>,
  merge: (data: T, message: LiveMessage) => T,
): Promise<T> => {
  const first = await fetch();
  if (first.readAt === null) return first.data;
  const missed = recentUpdates.after(first.readAt.position);
  if (missed !== null) return missed.reduce(merge, first.data);
  const second = await fetch();
  return (recentUpdates.after(second.readAt?.position ?? 0) ?? []).reduce(merge, second.data);
};
