import { backoffMs } from '#concurrency/backoff-ms.ts';
import { isSilent } from './action-kinds.ts';
import type { PendingAction } from './pending-action.ts';

const dayMs = 86_400_000;

/** Pending actions expire after this time. The server remembers idempotency keys for longer. */
export const maxAgeMs = 14 * dayMs;

/** More actions than we expect a user to make while offline. */
export const maxPendingActions = 500;

/** An action is refused after this many server errors. */
export const maxServerErrors = 3;

export const maxRetryDelayMs = 5 * 60_000;

/** Returns the delay before the next automatic retry. @param tries the number of attempts so far, at least 1. */
export const retryDelayMs = (tries: number): number =>
  backoffMs(tries - 1, { firstMs: 500, maxMs: maxRetryDelayMs });

/**
 * Returns the action that is sent next: the oldest one in the queue that is not silent, or else the oldest silent one. It is returned even
 * if it still waits for a retry, so that actions are never sent out of this order.
 */
export const findNextToSend = (actions: readonly PendingAction[]): PendingAction | undefined => {
  const queue = actions.filter(({ problem }) => problem === null);
  return queue.find((action) => !isSilent(action)) ?? queue[0];
};

export const isExpired = ({ madeAt }: PendingAction, now: number): boolean => now - madeAt > maxAgeMs;

/** Returns whether pending actions cannot be sent now: the browser is offline, or an attempt to send the next one has failed. */
export const isSendingBlocked = (actions: readonly PendingAction[], isOffline: boolean): boolean =>
  isOffline || (findNextToSend(actions)?.tries ?? 0) > 0;

/**
 * Returns whether a newer action may replace an older one of the same kind: both are about the same record, and the older one is set aside,
 * or it is silent and no attempt to send it has failed. Other actions are never replaced, because they may already have reached the server.
 */
export const canReplace = (newer: Pick<PendingAction, 'about'>, older: PendingAction): boolean =>
  older.about === newer.about && (older.problem !== null || (isSilent(older) && older.tries === 0));
