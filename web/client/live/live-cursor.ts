import type { LiveHandshake, LiveMessage } from '#contract/live-messages.ts';
import type { LiveWelcome } from '#contract/public-live-messages.ts';
import type { LogPosition } from '../api/log-position.ts';

/**
 * Creates the live cursor: the last log position that this tab has seen. The cursor ensures that live updates are applied at most
 * once and in order, through reconnects and server restarts. A server sends at most one live update per position to a socket.
 */
export const createLiveCursor = () => {
  let logId: string | null = null;
  let position: number | null = null;
  let isRefetchRequired = false;
  return {
    /**
     * Returns what the next connection tells the server about this tab.
     * @param earliestRead the earliest position at which this tab has read data. The first connection starts there.
     */
    handshake(earliestRead: LogPosition | null): Pick<LiveHandshake, 'since' | 'logId'> {
      if (logId !== null && position !== null) return { since: position, logId };
      if (earliestRead === null) return {};
      position ??= earliestRead.position;
      logId = earliestRead.logId;
      return { since: position, logId };
    },
    /** Returns whether an update is new, and marks it as seen. */
    accept(message: Pick<LiveMessage, 'position'>): boolean {
      if (position !== null && message.position <= position) return false;
      position = message.position;
      return true;
    },
    /** Moves forward to a position up to which there are no more updates for this tab. */
    advanceTo(reached: number): void {
      if (logId !== null && position !== null) position = Math.max(position, reached);
    },
    /** Makes the next welcome an order to refetch, because the cursor may have passed updates that this tab did not get. */
    requireRefetch(): void {
      isRefetchRequired = true;
    },
    /**
     * Adopts the position that the server gives this tab.
     * @param earliestRead as in `handshake`. If the first handshake named no position, the server has not sent the updates between this
     * position and that of the welcome.
     * @returns whether all data must be fetched again: updates are or may be missing, the server says so, or the log has a different history.
     */
    welcome(welcome: LiveWelcome, earliestRead: LogPosition | null = null): boolean {
      const hasMissedFirst =
        logId === null &&
        earliestRead !== null &&
        (earliestRead.logId !== welcome.logId || earliestRead.position < welcome.position);
      const isOtherHistory = logId !== null && logId !== welcome.logId;
      const mustRefetch = welcome.refetch || isOtherHistory || hasMissedFirst || isRefetchRequired;
      isRefetchRequired = false;
      position = mustRefetch ? welcome.position : Math.max(welcome.position, position ?? 0);
      logId = welcome.logId;
      return mustRefetch;
    },
  };
};
