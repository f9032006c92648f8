import { logFailure } from '../log-failure.ts';
import { sessionNotices } from './session-notices.ts';
import { getSessionController } from './start-session.ts';

/** Signs in, and waits at most 1.5 seconds for the role. Rejects with the provider's error. */
export const signIn = async (email: string, password: string): Promise<void> => {
  await getSessionController().signIn(email, password);
  sessionNotices.emit('signed-in');
};

/** Signs out in all tabs of this browser. Never rejects: a failure is shown to the user. */
export const signOut = async (): Promise<void> => {
  try {
    await getSessionController().signOut();
    sessionNotices.emit('signed-out');
  } catch (cause) {
    logFailure('The sign-out failed.', cause);
    sessionNotices.emit('sign-out-failed');
  }
};

/** Fetches the user record again, in all tabs of this browser. */
export const refreshRole = (): Promise<void> => getSessionController().refreshRoleInAllTabs();
