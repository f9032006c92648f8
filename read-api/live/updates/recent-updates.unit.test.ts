import { expect, test } from 'vitest';
import type { Room } from '../rooms.ts';
import type { LiveUpdate } from './live-update.ts';
import { RecentUpdates } from './recent-updates.ts';

const id = '11111111-1111-4111-8111-111111111111';
const removal = (position: number, subject = 'course:a'): LiveUpdate => ({
  position,
  subject,
  isRemoval: true,
  roleChange: null,
  deliveries: [{ to: ['everyone'], message: { kind: 'course-removed', data: { _id: id } } }],
});
const change = (position: number, subject = 'course:a'): LiveUpdate => ({
  ...removal(position, subject),
  isRemoval: false,
});

test('returns the updates after a position, and null if some of them are not in memory', () => {
  const recent = new RecentUpdates(10, 3);
  expect(recent.after(10)).toEqual([]);
  expect(recent.after(9)).toBeNull();
  for (const position of [12, 15, 16]) recent.add(change(position, `course:${position}`));
  expect(recent.after(10)?.map(({ position }) => position)).toEqual([12, 15, 16]);
  expect(recent.after(15)?.map(({ position }) => position)).toEqual([16]);
  recent.add(change(20, 'course:20'));
  expect(recent.after(11)).toBeNull();
  expect(recent.after(12)?.map(({ position }) => position)).toEqual([15, 16, 20]);
});

test('keeps fewer updates if they have very many rooms, but always the last one', () => {
  const many = (position: number, count: number): LiveUpdate => ({
    ...change(position, `course:${position}`),
    deliveries: [
      {
        to: Array.from({ length: count }, (_, n): Room => `user:${n}`),
        message: { kind: 'course-removed', data: { _id: id } },
      },
    ],
  });
  const recent = new RecentUpdates(0, 500, 10);
  for (const position of [1, 2, 3]) recent.add(many(position, 4));
  expect(recent.after(0)).toBeNull();
  expect(recent.after(1)?.map(({ position }) => position)).toEqual([2, 3]);
  recent.add({ ...many(4, 2), subject: 'course:3', isRemoval: true });
  expect(recent.after(1)?.map((one) => [one.position, one.deliveries.length])).toEqual([
    [2, 1],
    [3, 0],
    [4, 1],
  ]);
  recent.add(many(5, 20));
  expect(recent.after(4)?.map(({ position }) => position)).toEqual([5]);
  expect(recent.after(3)).toBeNull();
});

test('drops the deliveries about a removed subject, but not the removal', () => {
  const recent = new RecentUpdates(0, 500);
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
