import type { Auth } from 'firebase-admin/auth';
import { streamId } from '#events/catalogue/stream-id.ts';
import type { LogReader } from '#events/log/log.ts';
import type { Reactor } from './reactor.ts';

type DeleteIdentityDependencies = {
  reader: Pick<LogReader, 'readStream'>;
  /** Deletes an identity at the identity provider. Succeeds if the identity does not exist. */
  deleteIdentity: (uid: string) => Promise<void>;
  /** Destroys the keys of these users. Can be repeated. */
  destroyKeys: (userIds: readonly string[]) => Promise<void>;
};

/**
 * Creates the reactor `identity-removal`, which erases a removed user's account outside the log. It deletes the identity at the identity
 * provider. Afterwards nobody can sign in with it, and its e-mail address can be registered again. It also destroys the user's key again,
 * in case an older backup of the vault was restored after the removal.
 */
export const createDeleteIdentityReactor = ({
  reader,
  deleteIdentity,
  destroyKeys,
}: DeleteIdentityDependencies): Reactor => ({
  name: 'identity-removal',
  eventTypes: new Set(['UserRemoved']),
  async react({ stream }) {
    await destroyKeys([streamId(stream)]);
    const events = await reader.readStream(stream);
    for (const event of events)
      if (event.type === 'UserRegistered') await deleteIdentity(event.data.identity);
  },
});

/** Creates a function that deletes an identity at Firebase. An identity that does not exist counts as deleted. */
export const createIdentityDeleter =
  (auth: Pick<Auth, 'deleteUser'>) =>
  async (uid: string): Promise<void> => {
    try {
      await auth.deleteUser(uid);
    } catch (error) {
      if ((error as { code?: unknown }).code !== 'auth/user-not-found') throw error;
    }
  };
