import { logFailure } from '../log-failure.ts';
import { giveNotice } from './notices.ts';
import { keeper } from './start-session.ts';

/** Signs the person out of this browser, all its tabs; says so in a toast, and when it failed too. Never rejects. */
export const signOut = async (): Promise<void> => {
  try {
    await keeper().signOut();
    giveNotice('signed-out');
  } catch (cause) {
    logFailure('The sign-out failed.', cause);
    giveNotice('sign-out-failed');
  }
};
