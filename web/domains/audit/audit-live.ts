import type { LiveEvents } from '../../client/live/live-events.ts';
import { queryClient } from '../../client/query-client.ts';

export const newEntriesKey = ['audit-newer'] as const;

let newestPosition = 0;

/** Returns the log position up to which the history may have entries, as last reported by the server. */
export const getNewestAuditPosition = (): number => newestPosition;

export const registerAuditLiveHandlers = (live: LiveEvents): void => {
  live.auditChanged.on((position) => {
    // Not the maximum: after a reconnect the log may have a different history, with lower positions.
    newestPosition = position;
    // `useNewEntries` itself repeats a running request if its answer does not contain this position.
    void queryClient.invalidateQueries({ queryKey: newEntriesKey }, { cancelRefetch: false });
  });
};
