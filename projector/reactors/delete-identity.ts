import type { Auth } from 'firebase-admin/auth';

/** Deletes an identity at Firebase; one that is not there any more counts as deleted. */
export const deleteIdentityAt =
  (auth: Pick<Auth, 'deleteUser'>) =>
  async (uid: string): Promise<void> => {
    try {
      await auth.deleteUser(uid);
    } catch (error) {
      if ((error as { code?: unknown }).code !== 'auth/user-not-found') throw error;
    }
  };
