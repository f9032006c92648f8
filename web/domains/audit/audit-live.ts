import type { LiveEvents } from '../../client/live/live-events.ts';
import { queryClient } from '../../client/query-client.ts';

export const newEntriesKey = ['audit-newer'] as const;

let newestPosition = 0;

/** The log position up to which the server has reported new entries. */
export const getNewestAuditPosition = (): number => newestPosition;

export const registerAuditLiveHandlers = (live: LiveEvents): void => {
  live.auditChanged.on((position) => {
    newestPosition = Math.max(newestPosition, position);
    // A running request in `useNewEntries` compares positions itself and repeats if it came too early.
    void queryClient.invalidateQueries({ queryKey: newEntriesKey }, { cancelRefetch: false });
  });
};
