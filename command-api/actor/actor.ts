import { may, type Permission } from '#events/contract/policies.ts';
import type { UserType } from '#events/contract/users.ts';
import type { Identity } from '#platform/identity/verify.ts';
import { problemError } from '#platform/problems.ts';
import type { Load } from '../execution/decider.ts';
import { accountRemoved, userOf } from '../users/decide.ts';

export type Actor = { id: string; role: UserType };

/**
 * Who acts, from their own stream, which the append then asserts: a removal or a change of role holds from the next
 * command on every node.
 * @throws `registration-incomplete`, `account-removed`, `forbidden`.
 */
export const authorize = async (load: Load, identity: Identity, permission: Permission): Promise<Actor> => {
  const { state } = await load(userOf(identity.userId));
  if (state.status === 'removed') throw accountRemoved();
  if (state.status === 'unknown')
    throw problemError(
      'registration-incomplete',
      'Complete your registration first: choose a name and a user type.',
    );
  if (!may(state.userType, permission))
    throw problemError('forbidden', `This is not allowed for the user type ${state.userType}.`);
  return { id: identity.userId, role: state.userType };
};
