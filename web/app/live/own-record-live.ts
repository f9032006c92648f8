import type { LiveEvents } from '../../client/live/live-events.ts';
import { createOwnRecordFollower } from '../../client/session/own-record-follower.ts';
import { endSessionOfGoneAccount, getSessionController } from '../../client/session/start-session.ts';

/** Updates the session when the role or another field of the signed-in user's record changes, and ends it when the account is gone. */
export const registerOwnRecordLiveHandlers = (live: LiveEvents): void => {
  const follower = createOwnRecordFollower(getSessionController);
  live.updates.on((update) => {
    if (update.kind === 'user-changed') void follower.onRecordChanged(update.data);
    if (update.kind !== 'own-role-changed') return;
    const { userType, byYourself } = update.data;
    if (userType === null) endSessionOfGoneAccount(byYourself ? 'account-deleted' : 'account-removed');
    else void follower.onRoleChanged(userType);
  });
  live.refetch.on(() => void follower.onRefetch());
};
