import { deleteAnswer, insertAnswer } from '#events/contract/answers.ts';
import type { Course } from '#events/contract/courses.ts';
import { type EnrolledCourse, moduleAnswer } from '#events/contract/enrolments.ts';
import { act } from '../api/act.ts';

/** Enrols in a course; doing it twice is doing it once. @throws ApiError */
export const enrol = ({ _id, ...course }: Course, email: string) =>
  act('POST', '/enrolledCourses', insertAnswer, { body: { ...course, courseId: _id, userEmail: email } });

/** Leaves a course; the server keeps the progress for a return. @throws ApiError */
export const leave = ({ _id }: EnrolledCourse) =>
  act('DELETE', `/enrolledCourses/${encodeURIComponent(_id)}`, deleteAnswer);

/** Starts a course; `courseName` holds its code, as the contract has it. @throws ApiError */
export const start = (enrolment: EnrolledCourse) =>
  act('POST', '/progress', insertAnswer, {
    body: {
      userEmail: enrolment.userEmail,
      courseId: enrolment._id,
      courseName: enrolment.course_code,
    },
  });

/** Completes a module by its number: sent again, or from two tabs, it is the same completion. @throws ApiError */
export const completeModule = (enrolment: EnrolledCourse, module: number) =>
  act('PATCH', `/progress/${encodeURIComponent(enrolment._id)}`, moduleAnswer, { body: { module } });
