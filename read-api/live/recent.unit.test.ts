import { expect, test } from 'vitest';
import { type Announcement, messageFor, withoutWithdrawn } from './announcement.ts';
import { Recent } from './recent.ts';
import { type Room, roomsOf } from './rooms.ts';

const id = '11111111-1111-4111-8111-111111111111';
const removal = (position: number, subject = 'course:a'): Announcement => ({
  position,
  subject,
  withdraws: true,
  membership: null,
  deliveries: [{ to: ['everyone'], message: { kind: 'course-removed', data: { _id: id } } }],
});
const change = (position: number, subject = 'course:a'): Announcement => ({
  ...removal(position, subject),
  withdraws: false,
});
const rooms = (...names: Room[]) => new Set(names);

test('it answers for the positions that it knows and says when it does not reach back', () => {
  const recent = new Recent(10, 3);
  expect(recent.after(10)).toEqual([]);
  expect(recent.after(9)).toBeNull();
  for (const position of [12, 15, 16]) recent.add(change(position, `course:${position}`));
  expect(recent.after(10)?.map((one) => one.position)).toEqual([12, 15, 16]);
  expect(recent.after(15)?.map((one) => one.position)).toEqual([16]);
  recent.add(change(20, 'course:20'));
  expect(recent.after(11)).toBeNull();
  expect(recent.after(12)?.map((one) => one.position)).toEqual([15, 16, 20]);
});

test('lists of very many rooms count as what they are: fewer announcements are kept then, one always', () => {
  const many = (position: number, count: number): Announcement => ({
    ...change(position, `course:${position}`),
    deliveries: [
      {
        to: Array.from({ length: count }, (_, n): Room => `user:${n}`),
        message: { kind: 'course-removed', data: { _id: id } },
      },
    ],
  });
  const recent = new Recent(0, 500, 10);
  for (const position of [1, 2, 3]) recent.add(many(position, 4));
  expect(recent.after(0)).toBeNull();
  expect(recent.after(1)?.map((one) => one.position)).toEqual([2, 3]);
  recent.add({ ...many(4, 2), subject: 'course:3', withdraws: true });
  expect(recent.after(1)?.map((one) => [one.position, one.deliveries.length])).toEqual([
    [2, 1],
    [3, 0],
    [4, 1],
  ]);
  recent.add(many(5, 20));
  expect(recent.after(4)?.map((one) => one.position)).toEqual([5]);
  expect(recent.after(3)).toBeNull();
});

test('what was told about something that is gone is no longer kept, its removal is', () => {
  const recent = new Recent(0);
  recent.add(change(1));
  recent.add(change(2, 'course:b'));
  recent.add(removal(3));
  recent.add(change(4));
  expect(recent.after(0)?.map((one) => [one.position, one.deliveries.length])).toEqual([
    [1, 0],
    [2, 1],
    [3, 1],
    [4, 1],
  ]);
});

test('a second removal withdraws the first one, so only the last is told', () => {
  const told = withoutWithdrawn([removal(1), change(2), removal(3)]);
  expect(told.filter((one) => one.deliveries.length > 0).map((one) => one.position)).toEqual([3]);
});

test('a socket gets the first delivery that is for a room of its own, and one only', () => {
  const announcement: Announcement = {
    ...change(5),
    deliveries: [
      { to: ['user:a'], message: { kind: 'own-role-changed', data: { userType: 'Admin' } } },
      { to: ['role:Admin'], message: { kind: 'user-removed', data: { _id: id } } },
    ],
  };
  expect(messageFor(announcement, rooms('user:a', 'role:Admin'))?.kind).toBe('own-role-changed');
  expect(messageFor(announcement, rooms('user:b', 'role:Admin'))).toEqual({
    position: 5,
    kind: 'user-removed',
    data: { _id: id },
  });
  expect(messageFor(announcement, rooms('everyone'))).toBeNull();
});

test('rooms follow from who sits at the socket', () => {
  expect(roomsOf(null)).toEqual(['everyone']);
  expect(roomsOf({ id: 'a', userType: null })).toEqual(['everyone', 'account:a']);
  expect(roomsOf({ id: 'a', userType: 'Admin' })).toEqual([
    ...['everyone', 'account:a', 'user:a', 'signed-in', 'role:Admin'],
  ]);
});
