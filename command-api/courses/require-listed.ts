import { problemError } from '#platform/problems.ts';
import type { CourseState } from './decide.ts';

/** For what begins with a course of the catalogue. @throws `no-such-course`, `course-withdrawn`. */
export const requireListed = (course: CourseState): void => {
  if (course.status === 'unknown') throw problemError('no-such-course', 'There is no such course.');
  if (course.status === 'removed')
    throw problemError('course-withdrawn', 'This course is no longer in the catalogue.');
};
