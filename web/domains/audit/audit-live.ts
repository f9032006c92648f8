import type { LiveEvents } from '../../client/live/live-events.ts';
import { queryClient } from '../../client/query-client.ts';

export const newEntriesKey = ['audit-newer'] as const;

let newestPosition = 0;

/** The log position up to which the server has reported new entries. */
export const getNewestAuditPosition = (): number => newestPosition;

export const registerAuditLiveHandlers = (live: LiveEvents): void => {
  live.auditChanged.on((position) => {
    newestPosition = Math.max(newestPosition, position);
    // `useNewEntries` itself repeats a running request if its answer does not contain this position.
    void queryClient.invalidateQueries({ queryKey: newEntriesKey }, { cancelRefetch: false });
  });
};
