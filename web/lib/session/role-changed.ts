import type { UserType } from '#events/contract/users.ts';
import { listenLive } from '../live/listeners.ts';
import { logFailure } from '../log-failure.ts';
import { giveNotice } from './notices.ts';
import { keeper } from './start-session.ts';

/** The role is asked again; null says that the account was removed, which ends the session in this browser. */
const ownRoleChanged = async (userType: UserType | null): Promise<void> => {
  try {
    await keeper().ownRoleChanged(userType);
    if (userType === null) giveNotice('account-removed');
  } catch (cause) {
    logFailure('The session could not follow a change of the own role.', cause);
  }
};

/** Has the session follow what an Admin does with the person's role or account. Called once. */
export const followOwnRole = (): void => {
  listenLive((message) => {
    if (message.kind === 'own-role-changed') void ownRoleChanged(message.data.userType);
  });
};

/** Asks for the role again, in this tab and the others: after registering, and on a Retry. */
export const askRoleAgain = (): Promise<void> => keeper().askRoleAgain();
