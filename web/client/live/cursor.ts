import type { LiveHandshake, LiveMessage, LiveWelcome } from '#contract/live.ts';
import type { LogPlace } from '../api/log-position.ts';

/**
 * Where this tab stands in the log: which messages it has seen, so that each is applied once and in order over any
 * number of lost lines and restarted servers. The server sends one message a position to a socket at most.
 */
export const liveCursor = () => {
  let logId: string | null = null;
  let position: number | null = null;
  return {
    /**
     * What the next connection says of this tab.
     * @param earliestRead the earliest place that anything shown was read at: where a first connection begins.
     */
    handshake(earliestRead: LogPlace | null): Pick<LiveHandshake, 'since' | 'logId'> {
      if (logId !== null && position !== null) return { since: position, logId };
      if (earliestRead === null) return {};
      position ??= earliestRead.position;
      logId = earliestRead.logId;
      return { since: position, logId };
    },
    /** Whether a message is new; it is taken as seen. */
    accept(message: Pick<LiveMessage, 'position'>): boolean {
      if (position !== null && message.position <= position) return false;
      position = message.position;
      return true;
    },
    /** Everything for this tab up to here has come, and nothing of it was new: a later return begins here. */
    reach(told: number): void {
      if (logId !== null && position !== null) position = Math.max(position, told);
    },
    /**
     * The server says where the tab stands now.
     * @returns whether what is shown must be fetched again: the server says so, or the log is another.
     */
    welcome(welcome: LiveWelcome): boolean {
      const another = logId !== null && logId !== welcome.logId;
      const refetch = welcome.refetch || another;
      position = refetch ? welcome.position : Math.max(welcome.position, position ?? 0);
      logId = welcome.logId;
      return refetch;
    },
  };
};
