import { needsCourse, tellCourse } from './about-course.ts';
import { announces } from './announces.ts';

export const courseRestored = announces('CourseRestored', {
  needs: needsCourse,
  announce: tellCourse('course-restored'),
});
