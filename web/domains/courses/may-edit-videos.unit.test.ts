import { expect, test } from 'vitest';
import type { UserType } from '#contract/schemas/users.ts';
import { mayEditVideos } from './may-edit-videos.ts';

const user = (userType: UserType, _id = 'me') => ({ _id, userType });

test('Admins and the Instructor of the course may edit videos', () => {
  const ownCourse = { instructorId: 'me' };
  expect(mayEditVideos(user('Admin', 'somebody-else'), ownCourse)).toBe(true);
  expect(mayEditVideos(user('Instructor'), ownCourse)).toBe(true);
  expect(mayEditVideos(user('Instructor', 'somebody-else'), ownCourse)).toBe(false);
  expect(mayEditVideos(user('Student'), ownCourse)).toBe(false);
  expect(mayEditVideos(null, ownCourse)).toBe(false);
  expect(mayEditVideos(user('Instructor'), { instructorId: null })).toBe(false);
});
