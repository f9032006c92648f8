import { problemError } from '../problems.ts';
import type { Identity } from './identity-verifier.ts';

/** How long after the sign-in a user may do what a stolen token must not do. */
export const recentSignInMs = 5 * 60_000;

/**
 * Refuses a request with which a stolen token or an open page would do lasting harm: it destroys data, gives the role Admin, or
 * copies everything. A renewed token keeps the time of its sign-in.
 * @param now in milliseconds since 1970.
 * @throws `sign-in-too-old`
 */
export const requireRecentSignIn = ({ signedInAt }: Pick<Identity, 'signedInAt'>, now: number): void => {
  // A token without the time of its sign-in counts as old.
  if (!(now - signedInAt <= recentSignInMs))
    throw problemError(
      'sign-in-too-old',
      'You signed in more than five minutes ago. Sign in again to do this.',
    );
};
