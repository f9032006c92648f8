import { streamId } from '#events/catalogue/stream-id.ts';
import type { LogReader } from '#events/log/log.ts';
import type { Reactor } from './reactor.ts';

export type IdentityRemoval = {
  reader: Pick<LogReader, 'readStream'>;
  /** Deletes the identity with this uid at the identity provider; one that is not there counts as deleted. */
  deleteIdentity: (uid: string) => Promise<void>;
  /** Destroys the keys of these persons; may be repeated. */
  destroyKeys: (persons: readonly string[]) => Promise<void>;
};

/**
 * Reactor `identity-removal`: when a person was removed, their identity is deleted at the provider, so that the
 * e-mail is free again and nobody signs in as nobody; and their key is destroyed once more, should the vault have been
 * put back from a backup in between.
 */
export const identityRemoval = ({ reader, deleteIdentity, destroyKeys }: IdentityRemoval): Reactor => ({
  name: 'identity-removal',
  eventTypes: new Set(['UserRemoved']),
  async react({ stream }) {
    await destroyKeys([streamId(stream)]);
    const events = await reader.readStream(stream);
    for (const event of events)
      if (event.type === 'UserRegistered') await deleteIdentity(event.data.identity);
  },
});
