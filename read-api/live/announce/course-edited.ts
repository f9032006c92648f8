import { needsCourse, tellCourse } from './about-course.ts';
import { announces } from './announces.ts';

export const courseEdited = announces('CourseEdited', {
  needs: needsCourse,
  announce: tellCourse('course-changed'),
});
