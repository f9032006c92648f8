import { expect, test } from 'vitest';
import { roomsOf } from './rooms.ts';

test.each([
  ['a visitor', null, ['everyone']],
  ['a user who is not registered', { id: 'a', userType: null }, ['everyone', 'account:a']],
  [
    'an Admin',
    { id: 'a', userType: 'Admin' },
    ['everyone', 'account:a', 'user:a', 'signed-in', 'role:Admin'],
  ],
] as const)('chooses the rooms of %s', (_, audience, rooms) => {
  expect(roomsOf(audience)).toEqual(rooms);
});
