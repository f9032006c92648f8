import { updateAnswer } from '#contract/answers.ts';
import type { UserProfile } from '#contract/users.ts';
import { act } from '../../client/api/act.ts';
import { updateOwnProfile } from '../../client/session/account.ts';
import { askRoleAgain } from '../../client/session/role-changed.ts';

/**
 * Changes name and picture in the school's record first, then with the identity provider, so that a half-way failure leaves
 * what everybody sees changed; the same act again does the rest.
 * @throws ApiError, or the provider's error.
 */
export const saveProfile = async (email: string, profile: UserProfile): Promise<void> => {
  await act('PUT', `/users/${encodeURIComponent(email)}`, updateAnswer, { body: profile });
  await updateOwnProfile({ displayName: profile.name, photoURL: profile.imageUrl });
  await askRoleAgain();
};
