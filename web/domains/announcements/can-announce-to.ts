import { isPermitted } from '#contract/policies.ts';
import type { Course } from '#contract/schemas/courses.ts';
import type { User } from '#contract/schemas/users.ts';

/** Returns whether the user may announce something to the students of a course: an Admin, or the Instructor who teaches it. */
export const canAnnounceTo = (
  user: Pick<User, '_id' | 'userType'> | null,
  { instructorId }: Pick<Course, 'instructorId'>,
): boolean =>
  user !== null &&
  isPermitted(user.userType, 'announcement.post') &&
  (user.userType === 'Admin' || instructorId === user._id);
