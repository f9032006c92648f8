import type { LiveMessage, LiveTrending } from '#contract/live.ts';

type Listener = (message: LiveMessage) => void;

const listeners = new Set<Listener>();

/**
 * Has `listener` called with every live message, once each and in the log's order.
 * @returns ends it.
 */
export const listenLive = (listener: Listener): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Tells all listeners; what one of them throws does not keep the message from the others. */
export const tellListeners = (message: LiveMessage): void => {
  for (const listener of [...listeners]) {
    try {
      listener(message);
    } catch (error) {
      reportError(error);
    }
  }
};

const auditListeners = new Set<(position: number) => void>();

/** Has `listener` called when something happened, of whatever kind, with the position up to which; for Admins. */
export const listenAudit = (listener: (position: number) => void): void => {
  auditListeners.add(listener);
};

export const tellAudit = (position: number): void => {
  for (const listener of auditListeners) listener(position);
};

const insightListeners = new Set<(position: number) => void>();

/** Has `listener` called when the school's numbers are others, with the position since which; where they are shown. */
export const listenInsight = (listener: (position: number) => void): void => {
  insightListeners.add(listener);
};

export const tellInsight = (position: number): void => {
  for (const listener of insightListeners) listener(position);
};

const trendingListeners = new Set<(trending: LiveTrending) => void>();

/** Has `listener` called with the trending courses whenever the server says how they stand. */
export const listenTrending = (listener: (trending: LiveTrending) => void): void => {
  trendingListeners.add(listener);
};

export const tellTrending = (trending: LiveTrending): void => {
  for (const listener of trendingListeners) listener(trending);
};
