import type { Course } from '#contract/courses.ts';
import type { User } from '#contract/users.ts';

/** Whether a course is this person's: it names them by id, or, where it names nobody so, by their name. */
export const isTaughtBy = (
  { instructorId, instructor }: Pick<Course, 'instructorId' | 'instructor'>,
  { _id, name }: Pick<User, '_id' | 'name'>,
): boolean =>
  instructorId === null
    ? instructor.trim().toLowerCase() === name.trim().toLowerCase()
    : instructorId === _id;
