import { isPermitted } from '#contract/policies.ts';
import type { Course } from '#contract/schemas/courses.ts';
import type { User } from '#contract/schemas/users.ts';

/** Returns whether the server lets this user edit the course's videos: an Admin, or the teacher of the course. */
export const canEditVideos = (
  user: Pick<User, '_id' | 'userType'> | null,
  { instructorId }: Pick<Course, 'instructorId'>,
): boolean =>
  user !== null &&
  isPermitted(user.userType, 'course.editVideos') &&
  (isPermitted(user.userType, 'course.edit') || instructorId === user._id);
