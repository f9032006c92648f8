import { describe, expect, test } from 'vitest';
import { calls } from '#contract/calls.ts';
import type { UserType } from '#contract/users.ts';
import { admit, type Reader, readerOf } from './admit.ts';

const reader = (userType: UserType | null): Reader => ({ userId: 'a', email: 'ada@example.org', userType });
const codeOf = (act: () => unknown) => {
  try {
    act();
  } catch (error) {
    return (error as { code: string }).code;
  }
  return 'admitted';
};

describe('the list of all users', () => {
  test.each([
    ['Admin', 'admitted'],
    ['Instructor', 'forbidden'],
    ['Student', 'forbidden'],
    [null, 'registration-incomplete'],
  ] as const)('%s: %s', (userType, expected) => {
    expect(codeOf(() => admit(calls.listUsers.who, reader(userType), null))).toBe(expected);
  });
});

describe('one record', () => {
  test.each([
    ['Student', 'ada@example.org', 'admitted'],
    [null, 'ada@example.org', 'admitted'],
    ['Admin', 'bob@example.org', 'admitted'],
    ['Student', 'bob@example.org', 'forbidden'],
    ['Instructor', 'bob@example.org', 'forbidden'],
    [null, 'bob@example.org', 'registration-incomplete'],
  ] as const)('%s asks about %s: %s', (userType, whose, expected) => {
    expect(codeOf(() => admit(calls.readUser.who, reader(userType), whose))).toBe(expected);
  });

  test('an identity without an e-mail owns no record by e-mail', () => {
    const nameless = { ...reader('Student'), email: null };
    expect(codeOf(() => admit(calls.readUser.who, nameless, 'ada@example.org'))).toBe('forbidden');
  });

  test('it is known when an admin reads in another’s place', () => {
    expect(admit(calls.readUser.who, reader('Admin'), 'bob@example.org')).toEqual({
      as: 'admin',
      whose: 'bob@example.org',
    });
    expect(admit(calls.readUser.who, reader('Admin'), 'ada@example.org')).toEqual({ as: 'self' });
  });
});

test('a removed person is refused, whatever the call', () => {
  for (const exists of [true, false])
    expect(codeOf(() => readerOf({ userId: 'a', email: null, exists }, { state: 'removed' }))).toBe(
      'account-removed',
    );
});

test('an account that is gone without having been removed here is no sign-in', () => {
  const identity = { userId: 'a', email: null, exists: false };
  expect(codeOf(() => readerOf(identity, { state: 'unknown' }))).toBe('token-invalid');
  expect(codeOf(() => readerOf(identity, { state: 'registered', userType: 'Admin' }))).toBe('token-invalid');
});
