import { ApiError } from '../../../client/api/api-error.ts';
import {
  isProviderError,
  providerErrorAdvice,
  providerErrorText,
} from '../../../client/identity/provider-error.ts';

export type DeletionFailure = { at: 'password' | 'form'; text: string; error: unknown };

const isWrongPassword = (error: unknown) =>
  isProviderError(error, 'invalid-credential') || isProviderError(error, 'wrong-password');

/** Returns why the account could not be deleted, and where in the form to show it. */
export const describeDeletionFailure = (error: unknown): DeletionFailure => {
  if (isWrongPassword(error)) return { at: 'password', text: 'Wrong password. Try again.', error };
  if (error instanceof ApiError) return { at: 'form', text: error.message, error };
  const text =
    providerErrorAdvice(error) ?? providerErrorText(error, 'The account could not be deleted. Try again.');
  return { at: 'form', text, error };
};
