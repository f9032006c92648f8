import type { NewAccount } from '../identity/identity.ts';
import { keeper } from './start-session.ts';

/** Makes an identity that is signed in only for its own registration. Rejects with the provider's error. */
export const createAccount = (email: string, password: string): Promise<NewAccount> =>
  keeper().createAccount(email, password);

/** Name and picture of the signed-in person at the provider. Rejects with the provider's error. */
export const updateOwnProfile = (profile: { displayName: string; photoURL: string }): Promise<void> =>
  keeper().updateProfile(profile);

/** Has the signed-in person prove once more who they are. Rejects with the provider's error. */
export const signInAgain = (password: string): Promise<void> => keeper().signInAgain(password);

/** Has the provider send a link for a new password. Rejects with the provider's error. */
export const sendPasswordReset = (email: string): Promise<void> => keeper().sendPasswordReset(email);

/** Sets a new password with the code of the provider's message; answers the e-mail. Rejects with the provider's error. */
export const resetPassword = (code: string, password: string): Promise<string> =>
  keeper().resetPassword(code, password);
