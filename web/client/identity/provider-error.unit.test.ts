import { FirebaseError } from 'firebase/app';
import { expect, test } from 'vitest';
import { adviceFor, fieldAtFault, isProviderError, loginFailure } from './provider-error.ts';

const failure = (code: string, message: string) => new FirebaseError(`auth/${code}`, message);

test("a failed login says the provider's own words", () => {
  const message =
    'Firebase: The supplied auth credential is incorrect, malformed or has expired. (auth/invalid-credential).';
  expect(loginFailure(failure('invalid-credential', message))).toBe(message);
});

test.each([undefined, null, 'text', new Error(''), new Error('  '), {}])(
  'a failure without words (%o) says the specified sentence',
  (error) => expect(loginFailure(error)).toBe('Failed to login. Please try again.'),
);

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
])('auth/%s comes with a next step', (code) => {
  expect(adviceFor(failure(code, 'x'))).toMatch(/\.$/);
});

test('an unknown failure comes with no advice', () => {
  expect(adviceFor(failure('brand-new', 'x'))).toBeNull();
  expect(adviceFor(new TypeError('x'))).toBeNull();
});

test('a failure is known by its code and lands at its field', () => {
  const taken = failure('email-already-in-use', 'x');
  expect(isProviderError(taken, 'email-already-in-use')).toBe(true);
  expect(isProviderError(taken, 'weak-password')).toBe(false);
  expect(fieldAtFault(taken)).toBe('email');
  expect(fieldAtFault(failure('weak-password', 'x'))).toBe('password');
  expect(fieldAtFault(failure('network-request-failed', 'x'))).toBeNull();
});
