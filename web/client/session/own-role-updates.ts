import type { LiveMessage } from '#contract/live-messages.ts';
import { createRoleUpdateFollower } from './follow-role-update.ts';
import { endSessionOfGoneAccount, getSessionController } from './start-session.ts';

const followRoleUpdate = createRoleUpdateFollower(getSessionController);

/** Handles live updates about the signed-in user's role or account. */
export const handleOwnRoleUpdate = (update: LiveMessage): void => {
  if (update.kind !== 'own-role-changed') return;
  const { userType, byYourself } = update.data;
  if (userType === null) endSessionOfGoneAccount(byYourself ? 'account-deleted' : 'account-removed');
  else void followRoleUpdate(userType);
};
