import {
  roster,
  rosterQuery,
  studentInCourse,
  studentInPath,
  taughtCourseList,
  taughtCoursesQuery,
} from '../schemas/roster.ts';
import { type Endpoint, endpointDefaults, idInPath } from './endpoint.ts';

/** The students of a course, for its teacher and Admins. */
export const rosterEndpoints = {
  listTaughtCourses: {
    ...endpointDefaults,
    method: 'GET',
    path: '/taughtCourses',
    group: 'courses',
    summary:
      'The courses (also removed ones) whose students the caller may see, each with its number of students. An Instructor gets the courses that they teach, an Admin all courses.',
    access: 'course.readRoster',
    query: taughtCoursesQuery,
    answer: taughtCourseList,
  },
  readRoster: {
    ...endpointDefaults,
    disclosure: 'course-results',
    method: 'GET',
    path: '/courses/{id}/students',
    group: 'courses',
    summary:
      'The students of a course with progress, quiz results, last activity and certificate; sorted, filtered and in pages, or as CSV with format=csv. For Admins and the teacher of the course.',
    access: 'course.readRoster',
    params: idInPath,
    query: rosterQuery,
    changesWithTime: true,
    answer: roster,
    problems: ['not-found'],
  },
  readStudentInCourse: {
    ...endpointDefaults,
    disclosure: 'course-results',
    method: 'GET',
    path: '/courses/{id}/students/{studentId}',
    group: 'courses',
    summary:
      'One student of a course: progress per module, quiz attempts with marks, last activity. For Admins and the teacher of the course.',
    access: 'course.readRoster',
    params: studentInPath,
    changesWithTime: true,
    answer: studentInCourse,
    problems: ['not-found'],
  },
} as const satisfies Record<string, Endpoint>;
