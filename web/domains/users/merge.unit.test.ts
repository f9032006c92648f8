import { expect, test } from 'vitest';
import type { User } from '#contract/users.ts';
import { mergeIntoUsers } from './merge.ts';

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

test('somebody who registers comes last, once', () => {
  const after = mergeIntoUsers(users, { position: 9, kind: 'user-registered', data: user(3) });
  expect(after).toEqual([user(1), user(2), user(3)]);
  expect(mergeIntoUsers(after, { position: 9, kind: 'user-registered', data: user(3) })).toEqual(after);
});

test('somebody who changes keeps the place', () => {
  const admin = user(1, { userType: 'Admin' });
  expect(mergeIntoUsers(users, { position: 9, kind: 'user-changed', data: admin })).toEqual([admin, user(2)]);
});

test('somebody who is removed leaves; somebody unknown changes nothing', () => {
  const gone = (number: number) =>
    ({ position: 9, kind: 'user-removed', data: { _id: user(number)._id } }) as const;
  expect(mergeIntoUsers(users, gone(1))).toEqual([user(2)]);
  expect(mergeIntoUsers(users, gone(7))).toBe(users);
});
