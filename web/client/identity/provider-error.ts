/** An error of the identity provider: it carries a code such as `auth/invalid-credential` and the provider's sentence. */
const codeOf = (error: unknown): string | null =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null;

/** Whether the error is the provider's with this code, named without its prefix: `isProviderError(e, 'user-not-found')`. */
export const isProviderError = (error: unknown, code: string): boolean => codeOf(error) === `auth/${code}`;

/** The provider's text of a failure, word for word, or the given sentence when the failure carries none. */
export const providerText = (error: unknown, otherwise: string): string =>
  (error instanceof Error ? error.message.trim() : '') || otherwise;

/** What a failed login says. */
export const loginFailure = (error: unknown): string =>
  providerText(error, 'Failed to login. Please try again.');

/** What a person can do about a failure, by the provider's code. */
const advice: Record<string, string> = {
  'auth/invalid-email': 'That is not an e-mail address. Look for a missing part or a space in it.',
  'auth/invalid-credential':
    'E-mail and password do not belong together. Type them again, or reset the password.',
  'auth/wrong-password':
    'E-mail and password do not belong together. Type them again, or reset the password.',
  'auth/user-not-found': 'There is no account for this e-mail. Type it again, or register.',
  'auth/user-disabled': 'This account was switched off. Write to the school to have it opened again.',
  'auth/too-many-requests': 'There were too many attempts. Wait a few minutes, or reset the password.',
  'auth/network-request-failed': 'The sign-in service was not reached. Look at the connection and try again.',
  'auth/email-already-in-use':
    'There is already an account for this e-mail. Sign in with it, or reset its password.',
  'auth/weak-password': 'The password is too short: at least 6 characters.',
  'auth/password-does-not-meet-requirements':
    'The password does not meet the rules of this school. Choose a longer one with different kinds of characters.',
  'auth/missing-password': 'The password is missing.',
  'auth/expired-action-code': 'The link is too old. Ask for a new one.',
  'auth/invalid-action-code': 'The link was used already, or is not complete. Ask for a new one.',
  'auth/operation-not-allowed':
    'Registering with e-mail and password is switched off here. Write to the school.',
};

/** The next step for a person after a failure of the provider, or null where nothing better than the failure itself can be said. */
export const adviceFor = (error: unknown): string | null => advice[codeOf(error) ?? ''] ?? null;

/** Which field of a form the provider's failure belongs to, or null when it belongs to none. */
export const fieldAtFault = (error: unknown): 'email' | 'password' | null => {
  if (['invalid-email', 'email-already-in-use'].some((code) => isProviderError(error, code))) return 'email';
  const password = ['weak-password', 'password-does-not-meet-requirements', 'missing-password'];
  return password.some((code) => isProviderError(error, code)) ? 'password' : null;
};
