import type { LiveMessage } from '#contract/live-messages.ts';
import type { LogPosition } from '../api/log-position.ts';
import { recentUpdates } from './recent-updates.ts';

type Answer<T> = { data: T; readAt: LogPosition | null };

/**
 * Fetches data. An answer that is older than the recent updates cannot be brought up to date with them, so the data is fetched once
 * more.
 */
export const fetchRecent = async <T>(fetch: () => Promise<Answer<T>>): Promise<Answer<T>> => {
  const first = await fetch();
  const isRecent = first.readAt === null || recentUpdates.after(first.readAt.position) !== null;
  return isRecent ? first : fetch();
};

/**
 * Fetches data as {@link fetchRecent} does, and applies the live updates that are newer than the answer.
 * @param merge returns the data after one live update; the same object if the update does not concern it.
 */
export const fetchAndCatchUp = async <T>(
  fetch: () => Promise<Answer<T>>,
  merge: (data: T, update: LiveMessage) => T,
): Promise<T> => {
  const { data, readAt } = await fetchRecent(fetch);
  return readAt === null ? data : (recentUpdates.after(readAt.position) ?? []).reduce(merge, data);
};
