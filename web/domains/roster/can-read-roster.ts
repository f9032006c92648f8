import { isPermitted } from '#contract/policies.ts';
import type { Course } from '#contract/schemas/courses.ts';
import type { User } from '#contract/schemas/users.ts';

/** Returns whether the server shows this user the students of the course. It shows them to Admins and the teacher of the course. */
export const canReadRoster = (
  user: Pick<User, '_id' | 'userType'> | null,
  { instructorId }: Pick<Course, 'instructorId'>,
): boolean =>
  user !== null &&
  isPermitted(user.userType, 'course.readRoster') &&
  (isPermitted(user.userType, 'user.readOther') || instructorId === user._id);
