import { FirebaseError } from 'firebase/app';
import { expect, test } from 'vitest';
import { isProviderError } from './provider-error.ts';
import {
  describeLoginError,
  findProviderErrorAdvice,
  findProviderErrorField,
} from './provider-error-advice.ts';

const createProviderError = (code: string, message: string) => new FirebaseError(`auth/${code}`, message);

test("returns the provider's own message for a failed login", () => {
  const message =
    'Firebase: The supplied auth credential is incorrect, malformed or has expired. (auth/invalid-credential).';
  expect(describeLoginError(createProviderError('invalid-credential', message))).toBe(message);
});

test.each([undefined, null, 'text', new Error(''), new Error('  '), {}])(
  'returns the fallback sentence for %o, which has no message or a blank one',
  (error) => expect(describeLoginError(error)).toBe('Failed to login. Please try again.'),
);

test('shows no file name if the JavaScript of the provider could not be loaded', () => {
  const error = new TypeError('Failed to fetch dynamically imported module: http://x/assets/firebase-1.js');
  expect(describeLoginError(error)).toBe('Failed to login. Please try again.');
});

test.each([
  'invalid-email',
  'wrong-password',
  'invalid-credential',
  'email-already-in-use',
  'user-not-found',
  'user-disabled',
  'too-many-requests',
  'network-request-failed',
  'password-does-not-meet-requirements',
])('gives advice for auth/%s', (code) => {
  expect(findProviderErrorAdvice(createProviderError(code, 'x'))).toMatch(/\.$/);
});

test('gives no advice for unknown errors', () => {
  expect(findProviderErrorAdvice(createProviderError('brand-new', 'x'))).toBeNull();
  expect(findProviderErrorAdvice(new TypeError('x'))).toBeNull();
});

test('recognizes an error by its code and finds its form field', () => {
  const emailInUse = createProviderError('email-already-in-use', 'x');
  expect(isProviderError(emailInUse, 'email-already-in-use')).toBe(true);
  expect(isProviderError(emailInUse, 'weak-password')).toBe(false);
  expect(findProviderErrorField(emailInUse)).toBe('email');
  expect(findProviderErrorField(createProviderError('weak-password', 'x'))).toBe('password');
  expect(findProviderErrorField(createProviderError('network-request-failed', 'x'))).toBeNull();
});
