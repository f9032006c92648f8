import { expect, test } from 'vitest';
import { ownEmailsOf, requireOwnEmail } from './authorization.ts';
import { requireErasureConfirmed } from './resources/users/erase-account.ts';
import { refusalCode } from './testing/refusal-code.ts';
import { registeredUser } from './testing/registered-user.ts';

const claim = (ownEmails: readonly string[], email: string | null | undefined) =>
  refusalCode(() => requireOwnEmail(ownEmails, email));
const confirmErasure = (ownEmails: readonly string[], email: string) =>
  refusalCode(() => requireErasureConfirmed(email, ownEmails));

test('a user whose account keeps an earlier address can name the account with either address', () => {
  const account = registeredUser('sam', 'Student');
  const ownEmails = ownEmailsOf({ email: 'new@school.example' }, account);
  for (const email of ['new@school.example', account.email]) {
    expect(claim(ownEmails, email)).toBe('done');
    expect(claim(ownEmails, ` ${email.toUpperCase()} `)).toBe('done');
    expect(confirmErasure(ownEmails, email)).toBe('done');
  }
  expect(claim(ownEmails, 'eve@school.example')).toBe('forbidden');
  expect(confirmErasure(ownEmails, 'eve@school.example')).toBe('invalid-input');
});

test('a user without an address may omit it, but must not name any; a removed user has only the address of the sign-in', () => {
  const ownEmails = ownEmailsOf({ email: null }, { ...registeredUser('sam', 'Student'), email: null });
  for (const email of ['', 'null', 'sam@school.example']) {
    expect(claim(ownEmails, email)).toBe('forbidden');
    expect(confirmErasure(ownEmails, email)).toBe('invalid-input');
  }
  for (const omitted of [null, undefined]) expect(claim(ownEmails, omitted)).toBe('done');
  expect(ownEmailsOf({ email: 'sam@school.example' }, { status: 'removed' })).toEqual(['sam@school.example']);
});
