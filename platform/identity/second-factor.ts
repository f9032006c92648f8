import type { UserType } from '#contract/schemas/users.ts';
import { problemError } from '../problems.ts';
import type { Identity } from './identity-verifier.ts';

/** Returns whether a user lacks the second factor that the operator requires from Admins. */
export const lacksSecondFactor = (
  { hasRequiredSecondFactor }: Pick<Identity, 'hasRequiredSecondFactor'>,
  userType: UserType | null,
): boolean => userType === 'Admin' && !hasRequiredSecondFactor;

/** Returns the problem for an Admin who has signed in without the second factor. */
export const secondFactorError = () =>
  problemError(
    'second-factor-required',
    'Admins of this school must sign in with a second factor. Log out and sign in again with yours. If you have none, ask the operator of the school.',
  );
