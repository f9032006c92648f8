import type { Course } from '#contract/courses.ts';
import { may } from '#contract/policies.ts';
import type { User } from '#contract/users.ts';

/** Whether the server would let this person set the course's videos: an Admin, or the Instructor whom the course names by id. */
export const mayEditVideos = (
  user: Pick<User, '_id' | 'userType'> | null,
  { instructorId }: Pick<Course, 'instructorId'>,
): boolean =>
  user !== null &&
  may(user.userType, 'course.editVideos') &&
  (may(user.userType, 'course.edit') || instructorId === user._id);
