import { needsCourse, tellCourse } from './about-course.ts';
import { announces } from './announces.ts';

export const courseAdded = announces('CourseAdded', {
  needs: needsCourse,
  announce: tellCourse('course-added'),
});
