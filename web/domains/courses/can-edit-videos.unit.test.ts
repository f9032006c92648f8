import { expect, test } from 'vitest';
import type { UserType } from '#contract/schemas/users.ts';
import { canEditVideos } from './can-edit-videos.ts';

const user = (userType: UserType, _id = 'me') => ({ _id, userType });

test('lets only Admins and the teacher of the course edit its videos', () => {
  const ownCourse = { instructorId: 'me' };
  expect(canEditVideos(user('Admin', 'somebody-else'), ownCourse)).toBe(true);
  expect(canEditVideos(user('Instructor'), ownCourse)).toBe(true);
  expect(canEditVideos(user('Instructor', 'somebody-else'), ownCourse)).toBe(false);
  expect(canEditVideos(user('Student'), ownCourse)).toBe(false);
  expect(canEditVideos(null, ownCourse)).toBe(false);
  expect(canEditVideos(user('Instructor'), { instructorId: null })).toBe(false);
});
