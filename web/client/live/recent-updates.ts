import type { LiveMessage } from '#contract/live-messages.ts';

/**
 * Creates the recent updates: the latest live updates, in log order. An answer shows the log at one position. The updates after
 * that position are applied to the answer, so that a late answer, or the answer of a lagging server, does not undo newer changes.
 * @param capacity the number of updates to remember: more than we expect during one request.
 */
export const createRecentUpdates = (capacity = 2_000) => {
  let updates: LiveMessage[] = [];
  /** All updates after this position are in `updates`. Null before the first connection. */
  let coveredFrom: number | null = null;
  return {
    /** Starts over at a position, because the updates before it will not be delivered. */
    restartAt(position: number): void {
      updates = [];
      coveredFrom = position;
    },
    /** Starts at a position if there was no connection before. After a reconnect, recording continues. */
    startAt(position: number): void {
      coveredFrom ??= position;
    },
    add(message: LiveMessage): void {
      coveredFrom ??= message.position - 1;
      updates.push(message);
      if (updates.length > capacity) coveredFrom = updates.shift()?.position ?? coveredFrom;
    },
    /**
     * Returns the updates after `position` in log order, or null if some of them are not recorded. Before the first
     * connection there are none: the connection will ask for all updates since the earliest read.
     */
    after(position: number): LiveMessage[] | null {
      if (coveredFrom === null) return [];
      return position < coveredFrom ? null : this.recordedAfter(position);
    },
    /** Returns the recorded updates after `position` in log order. There may have been more that are not recorded. */
    recordedAfter(position: number): LiveMessage[] {
      return updates.filter((message) => message.position > position);
    },
  };
};

export const recentUpdates = createRecentUpdates();
