import { isMissingCode } from '../missing-code.ts';
import { getErrorCode, isProviderError } from './provider-error.ts';

export const isWrongPassword = (error: unknown): boolean =>
  isProviderError(error, 'invalid-credential') || isProviderError(error, 'wrong-password');

/** Returns the provider's own message, or `fallback` if there is none or the JavaScript of the provider could not be loaded. */
export const describeProviderError = (error: unknown, fallback: string): string =>
  (error instanceof Error && !isMissingCode(error) ? error.message.trim() : '') || fallback;

export const describeLoginError = (error: unknown): string =>
  describeProviderError(error, 'Failed to login. Please try again.');

const wrongCredentials = 'The e-mail address or the password is wrong. Try again, or reset your password.';

const advice: Record<string, string> = {
  'auth/invalid-email': 'This is not a valid e-mail address. Check it for spaces and missing parts.',
  'auth/invalid-credential': wrongCredentials,
  'auth/wrong-password': wrongCredentials,
  'auth/user-not-found': 'There is no account with this e-mail address. Check it, or register.',
  'auth/user-disabled': 'This account is disabled. Contact the school to have it enabled again.',
  'auth/too-many-requests': 'Too many attempts. Wait a few minutes, or reset your password.',
  'auth/network-request-failed':
    'The sign-in service cannot be reached. Check your connection and try again.',
  'auth/email-already-in-use':
    'There is already an account with this e-mail address. Log in, or reset your password.',
  'auth/weak-password': 'The password is too short. Use at least 6 characters.',
  'auth/password-does-not-meet-requirements':
    'The password does not meet the requirements. Choose a longer one with different kinds of characters.',
  'auth/missing-password': 'Enter a password.',
  'auth/expired-action-code': 'This link has expired. Request a new one.',
  'auth/invalid-action-code': 'This link is incomplete or was already used. Request a new one.',
  'auth/operation-not-allowed':
    'Registration with e-mail and password is turned off here. Contact the school.',
};

/** Returns what the user can do about an error of the provider, or null if there is no advice. */
export const findProviderErrorAdvice = (error: unknown): string | null =>
  advice[getErrorCode(error) ?? ''] ?? null;

/** Returns the form field that an error of the provider belongs to, or null. */
export const findProviderErrorField = (error: unknown): 'email' | 'password' | null => {
  if (['invalid-email', 'email-already-in-use'].some((code) => isProviderError(error, code))) return 'email';
  const passwordCodes = ['weak-password', 'password-does-not-meet-requirements', 'missing-password'];
  return passwordCodes.some((code) => isProviderError(error, code)) ? 'password' : null;
};
