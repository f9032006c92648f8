import { ApiError } from '../../../client/api/api-error.ts';
import { adviceFor, isProviderError, providerText } from '../../../client/identity/provider-error.ts';

export type Failure = { at: 'password' | 'form'; text: string; error: unknown };

const isWrongPassword = (error: unknown) =>
  isProviderError(error, 'invalid-credential') || isProviderError(error, 'wrong-password');

/** Why the account is still there, as a sentence, and where in the form it belongs. */
export const failureOf = (error: unknown): Failure => {
  if (isWrongPassword(error))
    return { at: 'password', text: 'This is not your password. Type it again.', error };
  if (error instanceof ApiError) return { at: 'form', text: error.message, error };
  const text = adviceFor(error) ?? providerText(error, 'The account could not be deleted. Try again.');
  return { at: 'form', text, error };
};
