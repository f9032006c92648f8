/** What the session has to tell the person, whatever page they are on; the app shows it as toasts. */
export type SessionNotice = 'signed-in' | 'signed-out' | 'sign-out-failed' | 'account-removed';

const listeners = new Set<(notice: SessionNotice) => void>();

export const onSessionNotice = (listener: (notice: SessionNotice) => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const giveNotice = (notice: SessionNotice): void => {
  for (const listener of listeners) listener(notice);
};
