import { updateAnswer } from '#contract/schemas/command-results.ts';
import type { UserProfile } from '#contract/schemas/users.ts';
import { sendCommand } from '../../client/api/send-command.ts';
import { refreshRole, updateProfile } from '../../client/session/account.ts';

/**
 * Saves name and picture in the user record first and then with the identity provider. A retry after a failure in between completes it.
 * @throws ApiError, or the provider's error.
 */
export const saveProfile = async (email: string, profile: UserProfile): Promise<void> => {
  await sendCommand('PUT', `/users/${encodeURIComponent(email)}`, updateAnswer, { body: profile });
  await updateProfile({ displayName: profile.name, photoURL: profile.imageUrl });
  await refreshRole();
};
