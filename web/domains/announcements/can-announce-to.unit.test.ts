import { expect, test } from 'vitest';
import type { UserType } from '#contract/schemas/users.ts';
import { canAnnounceTo } from './can-announce-to.ts';

const user = (userType: UserType) => ({ _id: 'me', userType });

test('Admins may announce to every course, Instructors to the courses that they teach', () => {
  for (const instructorId of ['me', 'somebody-else', null]) {
    expect(canAnnounceTo(user('Admin'), { instructorId })).toBe(true);
    expect(canAnnounceTo(user('Instructor'), { instructorId })).toBe(instructorId === 'me');
    expect(canAnnounceTo(user('Student'), { instructorId })).toBe(false);
    expect(canAnnounceTo(null, { instructorId })).toBe(false);
  }
});
