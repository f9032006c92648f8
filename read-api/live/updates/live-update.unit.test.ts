import { expect, test } from 'vitest';
import type { Room } from '../rooms.ts';
import { dropRemovedSubjects, type LiveUpdate, messageFor, precedesEndOfAccess } from './live-update.ts';

const courseId = '11111111-1111-4111-8111-111111111111';
const update = (position: number, isRemoval = false): LiveUpdate => ({
  position,
  subject: 'course:a',
  isRemoval,
  roleChange: null,
  deliveries: [{ to: ['everyone'], message: { kind: 'course-removed', data: { _id: courseId } } }],
});
const rooms = (...names: Room[]) => new Set(names);

test('sends only the last of two removals of the same subject', () => {
  const remaining = dropRemovedSubjects([update(1, true), update(2), update(3, true)]);
  expect(remaining.filter(({ deliveries }) => deliveries.length > 0).map(({ position }) => position)).toEqual(
    [3],
  );
});

test('sends a socket the first delivery for one of its rooms, and no other', () => {
  const roleChange: LiveUpdate = {
    ...update(5),
    deliveries: [
      { to: ['user:a'], message: { kind: 'own-role-changed', data: { userType: 'Admin' } } },
      { to: ['role:Admin'], message: { kind: 'user-removed', data: { _id: courseId } } },
    ],
  };
  expect(messageFor(roleChange, rooms('user:a', 'role:Admin'))?.kind).toBe('own-role-changed');
  expect(messageFor(roleChange, rooms('user:b', 'role:Admin'))).toEqual({
    position: 5,
    kind: 'user-removed',
    data: { _id: courseId },
  });
  expect(messageFor(roleChange, rooms('everyone'))).toBeNull();
});

test('finds an update about a course that precedes the receiver’s loss of access to this course', () => {
  const ofCourse = (to: Room[]): LiveUpdate => ({
    ...update(1),
    courseId,
    deliveries: [{ to, message: { kind: 'course-removed', data: { _id: courseId } } }],
  });
  const end: LiveUpdate = { ...update(2), endsAccess: { courseId, rooms: ['user:a'] } };
  const former = rooms('everyone', 'user:a');
  expect(precedesEndOfAccess([ofCourse(['user:a', 'user:b']), end], former)).toBe(true);
  expect(precedesEndOfAccess([ofCourse(['user:a', 'user:b']), end], rooms('everyone', 'user:b'))).toBe(false);
  expect(precedesEndOfAccess([ofCourse(['everyone']), end], former)).toBe(false);
  expect(precedesEndOfAccess([{ ...ofCourse(['user:a']), courseId: 'another' }, end], former)).toBe(false);
  expect(precedesEndOfAccess([end, ofCourse(['user:a'])], former)).toBe(false);
});
