import type { LiveEvents } from '../../client/live/live-events.ts';
import { isOlderThan } from '../../client/live/positioned-answer.ts';
import { createVisibleRefetch } from '../../client/live/spread-refetch.ts';
import { queryClient } from '../../client/query-client.ts';

export const insightKey = ['insight'] as const;

let lastChangePosition = 0;

/** Returns the log position of the last reported change to the statistics. */
export const getLastInsightChangePosition = (): number => lastChangePosition;

/** The requests of all clients that show the insight page are spread over this time. */
const spreadMs = 700;

const refetchOutdated = () =>
  void queryClient.invalidateQueries(
    {
      queryKey: insightKey,
      predicate: isOlderThan(lastChangePosition),
    },
    // `useInsight` itself repeats a running request if its answer does not contain the last change.
    { cancelRefetch: false },
  );

const scheduleRefetch = createVisibleRefetch(refetchOutdated);

export const registerInsightLiveHandlers = (live: LiveEvents): void => {
  live.insightChanged.on((position) => {
    lastChangePosition = position;
    scheduleRefetch(spreadMs);
  });
};
