import { expect, test } from 'vitest';
import type { UserType } from '#contract/users.ts';
import { mayEditVideos } from './may-edit-videos.ts';

const person = (userType: UserType, _id = 'me') => ({ _id, userType });

test('any Admin may, and the Instructor whom the course names; nobody else', () => {
  const mine = { instructorId: 'me' };
  expect(mayEditVideos(person('Admin', 'another'), mine)).toBe(true);
  expect(mayEditVideos(person('Instructor'), mine)).toBe(true);
  expect(mayEditVideos(person('Instructor', 'another'), mine)).toBe(false);
  expect(mayEditVideos(person('Student'), mine)).toBe(false);
  expect(mayEditVideos(null, mine)).toBe(false);
  expect(mayEditVideos(person('Instructor'), { instructorId: null })).toBe(false);
});
