import { atom } from 'jotai';
import { connectionAtom } from '../connection.ts';
import { isSendingBlockedAtom, outboxAtom, userActionsAtom } from './outbox-atoms.ts';
import { findNextToSend, maxRetryDelayMs } from './queue-rules.ts';

/**
 * Why the actions that the user asked for are not sent now. Null if sending is not blocked, or if all of them are set aside: those are sent only
 * when the user retries them.
 */
export const blockReasonAtom = atom((get): 'offline' | 'sign-in' | 'budget' | 'unreachable' | null => {
  if (get(userActionsAtom).every(({ problem }) => problem !== null)) return null;
  if (get(connectionAtom) === 'offline') return 'offline';
  const { actions, needsSignIn } = get(outboxAtom);
  if (needsSignIn) return 'sign-in';
  // An attempt waits for at most `maxRetryDelayMs`, unless the budget is spent: then the server asks to wait until the next day.
  // The factor leaves room for a clock that was set back.
  if ((findNextToSend(actions)?.notBefore ?? 0) > Date.now() + 2 * maxRetryDelayMs) return 'budget';
  return get(isSendingBlockedAtom) ? 'unreachable' : null;
});
