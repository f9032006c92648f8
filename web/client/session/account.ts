import type { NewAccount } from '../identity/identity.ts';
import { logFailure } from '../log-failure.ts';
import { sessionNotices } from './session-notices.ts';
import { sessionController } from './start-session.ts';

/** Signs in. Resolves when the role is known, or shortly afterwards. Rejects with the provider's error. */
export const signIn = async (email: string, password: string): Promise<void> => {
  await sessionController().signIn(email, password);
  sessionNotices.emit('signed-in');
};

/** Signs out in all tabs of this browser. Never rejects: a failure is shown to the user. */
export const signOut = async (): Promise<void> => {
  try {
    await sessionController().signOut();
    sessionNotices.emit('signed-out');
  } catch (cause) {
    logFailure('The sign-out failed.', cause);
    sessionNotices.emit('sign-out-failed');
  }
};

/** Creates an account that is signed in only for its own registration. Rejects with the provider's error. */
export const createAccount = (email: string, password: string): Promise<NewAccount> =>
  sessionController().createAccount(email, password);

/** Changes the user's name and picture at the provider. Rejects with the provider's error. */
export const updateProfile = (profile: { displayName: string; photoURL: string }): Promise<void> =>
  sessionController().updateProfile(profile);

/** Sends a link for a new password. Rejects with the provider's error. */
export const sendPasswordReset = (email: string): Promise<void> =>
  sessionController().sendPasswordReset(email);

/** Sets a new password with the code from the link. Returns the e-mail address. Rejects with the provider's error. */
export const resetPassword = (code: string, password: string): Promise<string> =>
  sessionController().resetPassword(code, password);

/** Fetches the user's role again, in all tabs: after a registration, and when the user retries. */
export const refreshRole = (): Promise<void> => sessionController().refreshRoleInAllTabs();
