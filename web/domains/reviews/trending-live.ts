import type { LiveTrending } from '#contract/public-live-messages.ts';
import type { LiveEvents } from '../../client/live/live-events.ts';
import { queryClient } from '../../client/query-client.ts';

export const trendingKey = ['trending'] as const;

let newest: LiveTrending | null = null;

/** Returns the last list that arrived over the live connection; null before the first one. */
export const getNewestTrending = (): LiveTrending | null => newest;

/** Returns the later of two lists, or `current` if `other` is null or from a different history of the log. */
export const pickLatestTrending = (current: LiveTrending, other: LiveTrending | null): LiveTrending =>
  other !== null && other.logId === current.logId && other.position > current.position ? other : current;

export const registerTrendingLiveHandlers = (live: LiveEvents): void => {
  live.trending.on((trending) => {
    newest = trending;
    queryClient.setQueryData<LiveTrending>(
      trendingKey,
      (cached) => cached && pickLatestTrending(trending, cached),
    );
  });
};
