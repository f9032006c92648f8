import type { CourseFields } from '#events/catalogue/streams/course.ts';
import { problemError } from '#platform/problems.ts';
import type { CourseState } from '../../aggregates/course.ts';
import type { Actor } from '../../authorization.ts';

export const noSuchCourseError = () => problemError('no-such-course', 'There is no such course.');

/**
 * Returns the fields of a course in the catalogue.
 * @throws `no-such-course`; `course-withdrawn` if the course was removed from the catalogue.
 */
export const requireListed = (course: CourseState): CourseFields => {
  if (course.status === 'unknown') throw noSuchCourseError();
  if (course.status === 'removed')
    throw problemError('course-withdrawn', 'This course is no longer in the catalogue.');
  return course.fields;
};

/** Returns whether the actor is an Admin, or an Instructor who is the course's teacher. */
export const isTeacherOrAdmin = (actor: Actor, course: Pick<CourseFields, 'instructorId'>): boolean =>
  actor.role === 'Admin' || (actor.role === 'Instructor' && course.instructorId === actor.id);

/** Requires that the actor is an Admin, or an Instructor who is the course's teacher. @throws `forbidden` otherwise. */
export const requireTeacherOrAdmin = (actor: Actor, course: Pick<CourseFields, 'instructorId'>): void => {
  if (!isTeacherOrAdmin(actor, course))
    throw problemError('forbidden', 'Only the teacher of this course or an Admin can do this.');
};
