import type { CourseFacts } from '#events/catalogue/course.ts';
import { problemError } from '#platform/problems.ts';
import type { Actor } from '../actor/actor.ts';

/** For what an Admin may do with any course, and an Instructor with those that they teach. @throws `forbidden`. */
export const requireTeaches = (actor: Actor, course: Pick<CourseFacts, 'instructorId'>): void => {
  if (actor.role === 'Admin') return;
  if (actor.role !== 'Instructor' || course.instructorId !== actor.id)
    throw problemError('forbidden', 'Only the instructor of this course or an Admin can do this.');
};
