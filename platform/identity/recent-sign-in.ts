import { problemError } from '../problems.ts';
import type { Identity } from './identity-verifier.ts';

/** How long after the sign-in {@link requireRecentSignIn} accepts a request. */
export const recentSignInMs = 5 * 60_000;

/**
 * Refuses a request if the user signed in too long ago. It protects requests with which a stolen token or an unattended page
 * could do lasting harm: destroy data, give the role Admin, or copy everything. A renewed token keeps the time of its sign-in.
 * @param now in milliseconds since 1970.
 * @throws `sign-in-too-old`
 */
export const requireRecentSignIn = ({ signedInAt }: Pick<Identity, 'signedInAt'>, now: number): void => {
  // A token without the time of its sign-in counts as old.
  const isRecent = now - signedInAt <= recentSignInMs;
  if (!isRecent)
    throw problemError(
      'sign-in-too-old',
      'You signed in more than five minutes ago. Sign in again to do this.',
    );
};
