import type { LiveHandshake, LiveMessage, LiveWelcome } from '#events/contract/live.ts';

/**
 * Where this tab stands in the log: which messages it has seen, so that each is applied once and in order over any
 * number of lost lines and restarted servers. The server sends one message a position to a socket at most.
 */
export const liveCursor = () => {
  let at: { position: number; logId: string | null } | null = null;
  return {
    /** What the next connection says of this tab. */
    handshake: (): Pick<LiveHandshake, 'since' | 'logId'> =>
      at === null || at.logId === null ? {} : { since: at.position, logId: at.logId },
    /** Whether a message is new; it is taken as seen. */
    accept(message: Pick<LiveMessage, 'position'>): boolean {
      if (at !== null && message.position <= at.position) return false;
      at = { position: message.position, logId: at?.logId ?? null };
      return true;
    },
    /**
     * The server says where the tab stands now.
     * @returns whether what is shown must be fetched again: the server says so, the log is another, or this is the
     * first connection and what was fetched before it may be older than it.
     */
    welcome({ position, logId, refetch }: LiveWelcome): boolean {
      const first = at === null || at.logId === null;
      const another = at !== null && at.logId !== null && at.logId !== logId;
      at = { position: another ? position : Math.max(position, at?.position ?? 0), logId };
      return refetch || first || another;
    },
  };
};
