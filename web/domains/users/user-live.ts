import type { DirectoryPage } from '#contract/schemas/users.ts';
import { markChanged } from '../../client/live/changed-records.ts';
import type { LiveEvents } from '../../client/live/live-events.ts';
import { isOlderThan, type PositionedAnswer } from '../../client/live/positioned-answer.ts';
import { createVisibleRefetch } from '../../client/live/spread-refetch.ts';
import { queryClient } from '../../client/query-client.ts';

export const usersKey = ['users'] as const;

/** Removes a user from the loaded pages, after the server has confirmed the removal. */
export const removeCachedUser = (id: string): void => {
  queryClient.setQueriesData<PositionedAnswer<DirectoryPage>>({ queryKey: usersKey }, (cached) => {
    if (!cached?.data.users.some(({ _id }) => _id === id)) return cached;
    const users = cached.data.users.filter(({ _id }) => _id !== id);
    return { ...cached, data: { total: cached.data.total - 1, users } };
  });
};

/** Fetches the shown pages of users again, and the other cached pages when they are shown. */
export const refetchUsers = (): Promise<void> => queryClient.invalidateQueries({ queryKey: usersKey });

let lastChangePosition = 0;

/** Returns the log position of the last reported change to a user. */
export const getLastUserChangePosition = (): number => lastChangePosition;

/** Changes within this time cause one request for each shown page. */
const delayMs = 300;
/** The requests of all Admins whose page shows users are spread over this time. */
const spreadMs = 400;

const refetchOutdated = () =>
  void queryClient.invalidateQueries(
    { queryKey: usersKey, predicate: isOlderThan(lastChangePosition) },
    // `directoryQuery` itself repeats a running request if its answer does not contain the last change.
    { cancelRefetch: false },
  );

const scheduleRefetch = createVisibleRefetch(refetchOutdated, delayMs);

export const registerUserLiveHandlers = (live: LiveEvents): void => {
  live.updates.on((update) => {
    if (update.kind !== 'user-registered' && update.kind !== 'user-changed' && update.kind !== 'user-removed')
      return;
    if (update.kind !== 'user-removed') markChanged(update.data._id);
    // Not the maximum: after a reconnect the log may have a different history, with lower positions.
    lastChangePosition = update.position;
    scheduleRefetch(spreadMs);
  });
};
