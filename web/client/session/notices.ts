/**
 * What the session has to tell the person, whatever page they are on; the app shows it as toasts. An account that is gone is
 * told in three ways: an Admin removed it, its person deleted it in another tab or on another device, or just here
 * (`departed`: the page itself says so).
 */
export type SessionNotice =
  | 'signed-in'
  | 'signed-out'
  | 'sign-out-failed'
  | 'account-removed'
  | 'account-deleted'
  | 'departed';

/** Whether there is nobody left in whose name anything could be kept or sent. */
export const isEndOfAccount = (notice: SessionNotice): boolean =>
  notice === 'account-removed' || notice === 'account-deleted' || notice === 'departed';

const listeners = new Set<(notice: SessionNotice) => void>();

export const onSessionNotice = (listener: (notice: SessionNotice) => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const giveNotice = (notice: SessionNotice): void => {
  for (const listener of listeners) listener(notice);
};
