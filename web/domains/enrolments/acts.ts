import { deleteAnswer, insertAnswer } from '#contract/answers.ts';
import type { Course } from '#contract/courses.ts';
import { type EnrolledCourse, moduleAnswer } from '#contract/enrolments.ts';
import { actKind } from '../../client/outbox/kinds.ts';
import { doWhenPossible } from '../../client/outbox/own-outbox.ts';
import { changeEnrolments, fetchEnrolmentsAgain } from './enrolments.ts';
import { completionKind, enrolKind, leaveKind, startKind } from './kinds.ts';
import { withCompleted, withoutEnrolment, withStarted } from './merge.ts';

const fetchAgain = () => void fetchEnrolmentsAgain();

const enrolling = actKind({ name: enrolKind, answer: insertAnswer, answered: fetchAgain });

const leaving = actKind({
  name: leaveKind,
  answer: deleteAnswer,
  answered: (_, { about }) => changeEnrolments((list) => withoutEnrolment(list, about)),
});

const starting = actKind({
  name: startKind,
  answer: insertAnswer,
  answered: (_, { about }) => changeEnrolments((list) => withStarted(list, about)),
});

const completing = actKind({
  name: completionKind,
  answer: moduleAnswer,
  answered: ({ completedModules }, { about }) =>
    changeEnrolments((list) => withCompleted(list, about, completedModules)),
  // What is shown may be behind: the course was left, or another device is further.
  refused: fetchAgain,
});

/** Enrols in a course; doing it twice is doing it once. @throws ApiError */
export const enrol = ({ _id, ...course }: Course, email: string) =>
  doWhenPossible(enrolling, {
    about: _id,
    words: `Enroll in ${course.course_name}`,
    method: 'POST',
    path: '/enrolledCourses',
    body: { ...course, courseId: _id, userEmail: email },
  });

/** Leaves a course; the server keeps the progress for a return. @throws ApiError */
export const leave = ({ _id, course_name }: EnrolledCourse) =>
  doWhenPossible(leaving, {
    about: _id,
    words: `Leave ${course_name}`,
    method: 'DELETE',
    path: `/enrolledCourses/${encodeURIComponent(_id)}`,
  });

/** Starts a course; `courseName` holds its code, as the contract has it. @throws ApiError */
export const start = (enrolment: EnrolledCourse) =>
  doWhenPossible(starting, {
    about: enrolment._id,
    words: `Start ${enrolment.course_name}`,
    method: 'POST',
    path: '/progress',
    body: {
      userEmail: enrolment.userEmail,
      courseId: enrolment._id,
      courseName: enrolment.course_code,
    },
  });

/** Completes a module by its number: sent again, or from two tabs, it is the same completion. @throws ApiError */
export const completeModule = (enrolment: EnrolledCourse, module: number) =>
  doWhenPossible(completing, {
    about: enrolment._id,
    words: `Complete module ${module} of ${enrolment.course_name}`,
    method: 'PATCH',
    path: `/progress/${encodeURIComponent(enrolment._id)}`,
    body: { module },
  });
