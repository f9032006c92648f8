import { describe, expect, test } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import type { UserType } from '#contract/schemas/users.ts';
import { authorize, type Reader, resolveReader } from './authorize.ts';

const reader = (userType: UserType | null): Reader => ({
  userId: 'a',
  ownEmails: ['ada@example.org'],
  userType,
});
const outcomeOf = (act: () => unknown) => {
  try {
    act();
  } catch (error) {
    return (error as { code: string }).code;
  }
  return 'allowed';
};

describe('the list of all users', () => {
  test.each([
    ['Admin', 'allowed'],
    ['Instructor', 'forbidden'],
    ['Student', 'forbidden'],
    [null, 'registration-incomplete'],
  ] as const)('a reader with the role %s: %s', (userType, expected) => {
    expect(outcomeOf(() => authorize(endpoints.listUsers.access, reader(userType), null))).toBe(expected);
  });
});

describe('the record of one user', () => {
  test.each([
    ['Student', 'ada@example.org', 'allowed'],
    [null, 'ada@example.org', 'allowed'],
    ['Admin', 'bob@example.org', 'allowed'],
    ['Student', 'bob@example.org', 'forbidden'],
    ['Instructor', 'bob@example.org', 'forbidden'],
    [null, 'bob@example.org', 'registration-incomplete'],
  ] as const)('%s reads %s: %s', (userType, ownerEmail, expected) => {
    expect(outcomeOf(() => authorize(endpoints.readUser.access, reader(userType), ownerEmail))).toBe(
      expected,
    );
  });

  test('an identity without an e-mail owns no record', () => {
    const readerWithoutEmail = { ...reader('Student'), ownEmails: [] };
    expect(outcomeOf(() => authorize(endpoints.readUser.access, readerWithoutEmail, 'ada@example.org'))).toBe(
      'forbidden',
    );
    const resolved = resolveReader(
      { userId: 'a', email: null, hasAccount: true },
      { state: 'registered', userType: 'Student', email: null },
    );
    expect(resolved.ownEmails).toEqual([]);
  });

  test('a reader whose record keeps an earlier address reads it with either address', () => {
    const identity = { userId: 'a', email: 'new@example.org', hasAccount: true };
    for (const userType of ['Student', 'Admin'] as const) {
      const membership = { state: 'registered', userType, email: 'ada@example.org' } as const;
      for (const email of ['new@example.org', 'ada@example.org'])
        expect(authorize(endpoints.readUser.access, resolveReader(identity, membership), email)).toEqual({
          basis: 'self',
        });
    }
  });

  test('distinguishes an Admin who reads another user’s record from one who reads their own', () => {
    expect(authorize(endpoints.readUser.access, reader('Admin'), 'bob@example.org')).toEqual({
      basis: 'admin',
      ownerEmail: 'bob@example.org',
    });
    expect(authorize(endpoints.readUser.access, reader('Admin'), 'ada@example.org')).toEqual({
      basis: 'self',
    });
  });
});

test('refuses a removed user, with or without an account at the identity provider', () => {
  for (const hasAccount of [true, false])
    expect(
      outcomeOf(() => resolveReader({ userId: 'a', email: null, hasAccount }, { state: 'removed' })),
    ).toBe('account-removed');
});

test('rejects the token of a deleted identity that was not removed from the school', () => {
  const identity = { userId: 'a', email: null, hasAccount: false };
  expect(outcomeOf(() => resolveReader(identity, { state: 'unknown' }))).toBe('token-invalid');
  expect(
    outcomeOf(() => resolveReader(identity, { state: 'registered', userType: 'Admin', email: null })),
  ).toBe('token-invalid');
});
