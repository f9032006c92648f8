import { z } from 'zod/mini';
import { courseIdField } from '../fields/course-id.ts';
import { emailAddress } from '../fields/text.ts';
import { deleteAnswer, insertAnswer } from '../schemas/command-results.ts';
import {
  enrolledCourseList,
  moduleAnswer,
  moduleCompletion,
  newEnrolment,
  newProgress,
  progress,
  progressList,
} from '../schemas/enrolments.ts';
import { type Endpoint, emailInPath, emailInQuery, endpointDefaults, idInPath } from './endpoint.ts';

/** Enrolling in and leaving a course, and progress through its modules. */
export const enrolmentEndpoints = {
  enrol: {
    ...endpointDefaults,
    method: 'POST',
    path: '/enrolledCourses',
    group: 'learning',
    summary:
      'Enrols in a course, given by courseId or by code and name. If the caller is already enrolled, returns the insertedId of that enrolment.',
    access: 'course.enrol',
    body: newEnrolment,
    answer: insertAnswer,
    problems: ['no-such-course', 'course-withdrawn'],
  },
  listEnrolledCourses: {
    ...endpointDefaults,
    disclosure: 'enrolments',
    method: 'GET',
    path: '/enrolledCourses',
    group: 'learning',
    summary:
      'The courses in which a student is enrolled, including courses that have been removed from the catalogue since.',
    access: 'self',
    query: emailInQuery,
    answer: enrolledCourseList,
  },
  leaveCourse: {
    ...endpointDefaults,
    method: 'DELETE',
    path: '/enrolledCourses/{id}',
    group: 'learning',
    summary: 'Leaves a course. The progress is kept and continues after enrolling again.',
    access: 'course.enrol',
    params: idInPath,
    answer: deleteAnswer,
  },
  startProgress: {
    ...endpointDefaults,
    method: 'POST',
    path: '/progress',
    group: 'learning',
    summary:
      'Starts a course in which the caller is enrolled. If it was already started, returns the same insertedId.',
    access: 'course.learn',
    body: newProgress,
    answer: insertAnswer,
    problems: ['conflict'],
  },
  readProgress: {
    ...endpointDefaults,
    disclosure: 'progress',
    method: 'GET',
    path: '/progress',
    group: 'learning',
    summary:
      'The progress in one course, by the id of the enrolment or of the course; null before the course is started.',
    access: 'self',
    query: z.object({ userEmail: emailAddress('Email'), courseId: courseIdField }),
    answer: z.nullable(progress),
  },
  listProgress: {
    ...endpointDefaults,
    disclosure: 'progress',
    method: 'GET',
    path: '/progress/{email}',
    group: 'learning',
    summary: 'The progress in all courses that a student has started.',
    access: 'self',
    params: emailInPath,
    answer: progressList,
  },
  completeModule: {
    ...endpointDefaults,
    method: 'PATCH',
    path: '/progress/{id}',
    group: 'learning',
    summary:
      'Completes the next of the five modules. With the number of a module that is already completed, modifies nothing.',
    access: 'course.learn',
    params: idInPath,
    body: moduleCompletion,
    isBodyOptional: true,
    answer: moduleAnswer,
    problems: ['conflict', 'course-complete'],
  },
} as const satisfies Record<string, Endpoint>;
