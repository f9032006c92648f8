import { isPermitted, type Permission } from '#contract/policies.ts';
import type { UserType } from '#contract/schemas/users.ts';
import type { Identity } from '#platform/identity/identity-verifier.ts';
import { problemError } from '#platform/problems.ts';
import type { UserState } from './aggregates/user.ts';

export type Actor = { id: string; role: UserType };

/** Creates the refusal of a command that a removed user sends. */
export const accountRemovedError = () =>
  problemError('account-removed', 'This account was removed. Ask an Admin if you think that is a mistake.');

/**
 * Returns the actor with the role that their own stream gives them. Each append asserts the version of this stream, so a removal or a
 * change of role takes effect with the next command on every node.
 * @throws `registration-incomplete`, `account-removed`, or `forbidden` without the permission.
 */
export const authorize = (userId: string, state: UserState, permission: Permission): Actor => {
  if (state.status === 'removed') throw accountRemovedError();
  if (state.status === 'unknown')
    throw problemError(
      'registration-incomplete',
      'Complete your registration first: choose a name and a user type.',
    );
  if (!isPermitted(state.userType, permission))
    throw problemError('forbidden', `This is not allowed for the user type ${state.userType}.`);
  return { id: userId, role: state.userType };
};

/**
 * Returns whether a record exists and belongs to the actor. A command about another user's private record must get the same answer
 * as one about an unknown record. Ids of enrolments, bookmarks and quizzes can be computed from other ids, so a different answer
 * would reveal whether the other user has this record.
 */
export const isOwn = <S extends object>(
  actor: Pick<Actor, 'id'>,
  state: S,
): state is Extract<S, { userId: string }> => 'userId' in state && state.userId === actor.id;

/** Requires that a record that others can see belongs to the actor. @throws `forbidden` if it does not. */
export const requireOwn = (actor: Pick<Actor, 'id'>, ownerId: string): void => {
  if (actor.id !== ownerId) throw problemError('forbidden', 'This belongs to somebody else.');
};

/**
 * Returns the e-mail addresses, in lower case, with which users name their own account: that of the sign-in and that of the account.
 * They differ while the account cannot follow the sign-in, for example because another person has the new address
 * (docs/decisions/0023). Clients then know both.
 */
export const ownEmailsOf = ({ email }: Pick<Identity, 'email'>, state: UserState): readonly string[] =>
  [email, state.status === 'registered' ? state.email : null].filter((address) => address !== null);

/**
 * Requires that an e-mail address in the body, if there is one, is the actor's own. Only the sign-in identifies the actor.
 * @param ownEmails see {@link ownEmailsOf}.
 * @throws `forbidden` if it is a different address.
 */
export const requireOwnEmail = (
  ownEmails: readonly string[],
  claimedEmail: string | null | undefined,
): void => {
  if (
    claimedEmail !== null &&
    claimedEmail !== undefined &&
    !ownEmails.includes(claimedEmail.trim().toLowerCase())
  )
    throw problemError('forbidden', 'You can do this only for the e-mail address that you signed in with.');
};
