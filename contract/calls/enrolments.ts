import { z } from 'zod';
import { deleteAnswer, insertAnswer } from '../answers.ts';
import { courseIdInBody } from '../course-id.ts';
import {
  enrolledCourseList,
  moduleAnswer,
  moduleCompletion,
  newEnrolment,
  newProgress,
  progress,
  progressList,
} from '../enrolments.ts';
import { emailAddress } from '../text.ts';
import { bare, type Call, emailInPath, emailInQuery, idInPath } from './call.ts';

/** A student’s way through a course: enrolling and leaving, and the progress through its modules. */
export const enrolmentCalls = {
  enrol: {
    ...bare,
    method: 'POST',
    path: '/enrolledCourses',
    group: 'learning',
    summary:
      'Enrols in a course, named by courseId or found by code and name; a repetition answers the first insertedId.',
    who: 'course.enrol',
    body: newEnrolment,
    answer: insertAnswer,
    problems: ['no-such-course', 'course-withdrawn'],
  },
  listEnrolledCourses: {
    ...bare,
    discloses: 'enrolments',
    method: 'GET',
    path: '/enrolledCourses',
    group: 'learning',
    summary: 'The courses that a student is enrolled in, those included that left the catalogue since.',
    who: 'self',
    query: emailInQuery,
    answer: enrolledCourseList,
  },
  leaveCourse: {
    ...bare,
    method: 'DELETE',
    path: '/enrolledCourses/{id}',
    group: 'learning',
    summary: 'Leaves a course; the progress is kept for a return.',
    who: 'course.enrol',
    params: idInPath,
    answer: deleteAnswer,
  },
  startProgress: {
    ...bare,
    method: 'POST',
    path: '/progress',
    group: 'learning',
    summary: 'Starts a course that one is enrolled in; a repetition answers the first insertedId.',
    who: 'course.learn',
    body: newProgress,
    answer: insertAnswer,
    problems: ['conflict'],
  },
  readProgress: {
    ...bare,
    discloses: 'progress',
    method: 'GET',
    path: '/progress',
    group: 'learning',
    summary:
      'The progress in one course, by the id of the enrolment or of the course; null before it is started.',
    who: 'self',
    query: z.object({ userEmail: emailAddress('Email'), courseId: courseIdInBody }),
    answer: progress.nullable(),
  },
  listProgress: {
    ...bare,
    discloses: 'progress',
    method: 'GET',
    path: '/progress/{email}',
    group: 'learning',
    summary: 'The progress in every course that a student has started.',
    who: 'self',
    params: emailInPath,
    answer: progressList,
  },
  completeModule: {
    ...bare,
    method: 'PATCH',
    path: '/progress/{id}',
    group: 'learning',
    summary:
      'Completes the next of the five modules; with its number a repetition is known and modifies nothing.',
    who: 'course.learn',
    params: idInPath,
    body: moduleCompletion,
    bodyOptional: true,
    answer: moduleAnswer,
    problems: ['conflict', 'course-complete'],
  },
} as const satisfies Record<string, Call>;
