import type { UserType } from '#events/contract/users.ts';
import { logFailure } from '../log-failure.ts';
import { giveNotice } from './notices.ts';
import { keeper } from './start-session.ts';

/**
 * For the live message `own-role-changed`: the role is asked again; null says that the account was removed, which ends the
 * session in this browser.
 */
export const ownRoleChanged = async (userType: UserType | null): Promise<void> => {
  try {
    await keeper().ownRoleChanged(userType);
    if (userType === null) giveNotice('account-removed');
  } catch (cause) {
    logFailure('The session could not follow a change of the own role.', cause);
  }
};

/** Asks for the role again, in this tab and the others: after registering, and on a Retry. */
export const askRoleAgain = (): Promise<void> => keeper().askRoleAgain();
