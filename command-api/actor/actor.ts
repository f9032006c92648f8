import { may, type Permission } from '#contract/policies.ts';
import type { UserType } from '#contract/users.ts';
import { problemError } from '#platform/problems.ts';
import { accountRemoved, type UserState } from '../users/decide.ts';

export type Actor = { id: string; role: UserType };

/**
 * Who acts, from the state of their own stream. Commands read it and their append asserts its version: a removal or
 * a change of role holds from the next command on every node.
 * @throws `registration-incomplete`, `account-removed`, `forbidden`.
 */
export const authorize = (id: string, state: UserState, permission: Permission): Actor => {
  if (state.status === 'removed') throw accountRemoved();
  if (state.status === 'unknown')
    throw problemError(
      'registration-incomplete',
      'Complete your registration first: choose a name and a user type.',
    );
  if (!may(state.userType, permission))
    throw problemError('forbidden', `This is not allowed for the user type ${state.userType}.`);
  return { id, role: state.userType };
};
