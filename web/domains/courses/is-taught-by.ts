import type { ListedCourse } from '#contract/schemas/courses.ts';
import type { User } from '#contract/schemas/users.ts';

/** Returns whether a user teaches a course: by id, or by name if the course has no instructor id. */
export const isTaughtBy = (
  { instructorId, instructor }: Pick<ListedCourse, 'instructorId' | 'instructor'>,
  { _id, name }: Pick<User, '_id' | 'name'>,
): boolean =>
  instructorId === null
    ? instructor.trim().toLowerCase() === name.trim().toLowerCase()
    : instructorId === _id;
