import type { Identity } from '#platform/identity/verify.ts';
import { problemError } from '#platform/problems.ts';
import type { Actor } from './actor.ts';

/** @throws `forbidden` for a record of somebody else. */
export const requireOwn = (actor: Pick<Actor, 'id'>, owner: string): void => {
  if (actor.id !== owner) throw problemError('forbidden', 'This belongs to somebody else.');
};

/**
 * A body may say whose record it is meant to be, though the sign-in decides that.
 * @throws `forbidden` when it names another's e-mail.
 */
export const requireOwnEmail = (
  identity: Pick<Identity, 'email'>,
  claimed: string | null | undefined,
): void => {
  if (claimed !== null && claimed !== undefined && claimed.trim().toLowerCase() !== identity.email)
    throw problemError('forbidden', 'You can do this only for the e-mail address that you signed in with.');
};
