import { expect, test } from 'vitest';
import type { User } from '#contract/schemas/users.ts';
import { mergeIntoUsers } from './user-live.ts';

const user = (number: number, change: Partial<User> = {}): User => ({
  _id: `00000000-0000-4000-8000-00000000000${number}`,
  name: `Person ${number}`,
  imageUrl: '/p.svg',
  email: `p${number}@example.org`,
  userType: 'Student',
  wishedType: null,
  registeredAt: '2026-01-01T00:00:00.000Z',
  ...change,
});
const users = [user(1), user(2)];

test('appends a new user, without duplicates', () => {
  const after = mergeIntoUsers(users, { position: 9, kind: 'user-registered', data: user(3) });
  expect(after).toEqual([user(1), user(2), user(3)]);
  expect(mergeIntoUsers(after, { position: 9, kind: 'user-registered', data: user(3) })).toEqual(after);
});

test('replaces a changed user in place', () => {
  const admin = user(1, { userType: 'Admin' });
  expect(mergeIntoUsers(users, { position: 9, kind: 'user-changed', data: admin })).toEqual([admin, user(2)]);
});

test('removes a user and ignores an unknown one', () => {
  const removal = (n: number) => ({ position: 9, kind: 'user-removed', data: { _id: user(n)._id } }) as const;
  expect(mergeIntoUsers(users, removal(1))).toEqual([user(2)]);
  expect(mergeIntoUsers(users, removal(7))).toBe(users);
});
