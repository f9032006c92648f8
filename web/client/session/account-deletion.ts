import { atom } from 'jotai';
import { ApiError, isTransient } from '../api/api-error.ts';
import { logFailure } from '../log-failure.ts';
import { store } from '../store.ts';
import { sessionStateAtom } from './session.ts';

/**
 * The deletion of the user's account in this tab:
 *
 *   none ──user confirms──▶ in-progress
 *   in-progress ──answered, or reported by another channel──▶ deleted
 *   in-progress ──refused──▶ none, or unconfirmed if it was a retry for which the server was too busy
 *   in-progress ──answer lost──▶ unconfirmed, or none if the user is no longer signed in
 *   unconfirmed ──reported by another channel──▶ deleted
 *   unconfirmed ──user retries──▶ in-progress
 *   unconfirmed ──signed out, or another user signed in──▶ none
 *   deleted ──signed out, or the sign-out has failed──▶ none
 *
 * The other channels are a live update, a refused request and another tab. In any state but `none` a report belongs to this
 * deletion, and no other part of the client reacts to it.
 */
type AccountDeletion = 'none' | 'in-progress' | 'unconfirmed' | 'deleted';

export const accountDeletionAtom = atom<AccountDeletion>('none');

/** Carries the report to the other tabs of this browser, because their connections to the server may be lost. */
const otherTabs = new BroadcastChannel('lyceum-departure');

/** Set while this tab waits for a report that the account is deleted. */
let onReport: (() => void) | null = null;

/** Handles a report that the account is deleted. Returns whether the report counts as one about this tab's own deletion. */
export const confirmOwnDeletion = (): boolean => {
  if (onReport === null) return store.get(accountDeletionAtom) === 'deleted';
  onReport();
  return true;
};

/**
 * Returns whether the server refused this attempt. After any other error, for example a timeout that a proxy reports (408), it is unknown
 * whether the account was deleted.
 */
const isRefusal = (error: unknown) =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 408;

const getUid = () => store.get(sessionStateAtom).person?.uid ?? null;

/** Forgets an unconfirmed deletion as soon as its user is no longer signed in: a later report is about another account. */
const forgetWhenUserChanges = (uid: string | null) => {
  const unsubscribe = store.sub(sessionStateAtom, () => {
    if (getUid() === uid) return;
    unsubscribe();
    if (store.get(accountDeletionAtom) === 'unconfirmed') resetAccountDeletion();
  });
};

/**
 * Sends the command that deletes the account, and calls `finish` once when the account is known to be deleted: after the
 * answer or after a report, which may arrive after the answer was lost.
 * @throws what `sendDeletion` or `finish` throws.
 */
export const runAccountDeletion = async (
  sendDeletion: () => Promise<unknown>,
  finish: () => Promise<void>,
): Promise<void> => {
  const uid = getUid();
  const wasUnconfirmed = store.get(accountDeletionAtom) === 'unconfirmed';
  store.set(accountDeletionAtom, 'in-progress');
  const complete = () => {
    onReport = null;
    store.set(accountDeletionAtom, 'deleted');
    broadcastAccountDeleted();
    return finish();
  };
  const reported = new Promise<void>((resolve) => {
    onReport = resolve;
  });
  try {
    await Promise.race([sendDeletion(), reported]);
  } catch (error) {
    const completeLater = () =>
      void complete().catch((cause: unknown) =>
        logFailure('The session of a deleted account could not be ended.', cause),
      );
    // If the server was only too busy (429), an earlier attempt may still have deleted the account.
    const isRefused = isRefusal(error) && !(wasUnconfirmed && isTransient(error));
    const isOver = isRefused || getUid() !== uid;
    onReport = isOver ? null : completeLater;
    store.set(accountDeletionAtom, isOver ? 'none' : 'unconfirmed');
    if (!isOver) forgetWhenUserChanges(uid);
    throw error;
  }
  await complete();
};

/** Returns to the initial state. Called when the deletion is over, so that another user can sign in. */
export const resetAccountDeletion = (): void => {
  onReport = null;
  store.set(accountDeletionAtom, 'none');
};

export const broadcastAccountDeleted = (): void => otherTabs.postMessage('account-deleted');

/** Calls `listener` when another tab of this browser reports that the account is deleted. A second listener would replace the first. */
export const onAccountDeletedInOtherTab = (listener: () => void): void => {
  otherTabs.onmessage = listener;
};
