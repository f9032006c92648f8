import { listenLive } from '../live/listeners.ts';
import { endRemovedSession, keeper } from './start-session.ts';

/** Has the session follow what an Admin does with the person's role or account; each tab hears it itself. Called once. */
export const followOwnRole = (): void => {
  listenLive((message) => {
    if (message.kind !== 'own-role-changed') return;
    const { userType, byYourself } = message.data;
    if (userType === null) endRemovedSession(byYourself ? 'account-deleted' : 'account-removed');
    else void keeper().askRole();
  });
};

/** Asks for the role again, in this tab and the others: after registering, and on a Retry. */
export const askRoleAgain = (): Promise<void> => keeper().askRoleAgain();
