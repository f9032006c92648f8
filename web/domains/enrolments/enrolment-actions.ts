import { z } from 'zod/mini';
import { deleteAnswer, insertAnswer } from '#contract/schemas/command-results.ts';
import type { Course } from '#contract/schemas/courses.ts';
import { type EnrolledCourse, moduleAnswer } from '#contract/schemas/enrolments.ts';
import { defineActionKind } from '../../client/outbox/action-kinds.ts';
import { enqueueAction } from '../../client/outbox/enqueue-action.ts';
import type { PendingAction } from '../../client/outbox/pending-action.ts';
import {
  markStarted,
  mergeIntoCachedEnrolments,
  omitEnrolment,
  refetchEnrolments,
  setCompletedModules,
  updateCachedEnrolments,
} from './enrolment-live.ts';

export const enrolKind = 'enrolment';
export const leaveCourseKind = 'leaving';
export const startCourseKind = 'start';
export const completeModuleKind = 'completion';

const completionBody = z.object({ module: z.number() });

/** Returns the module that a pending action completes, or null if it completes no module. */
export const readModuleToComplete = (action: Pick<PendingAction, 'body'>): number | null =>
  completionBody.safeParse(action.body).data?.module ?? null;

const refetch = () => void refetchEnrolments();

const enrolAction = defineActionKind({ name: enrolKind, answerSchema: insertAnswer, onAnswered: refetch });

const catchUp = { merge: mergeIntoCachedEnrolments, refetch: refetchEnrolments };

const leaveAction = defineActionKind({
  name: leaveCourseKind,
  answerSchema: deleteAnswer,
  cached: {
    ...catchUp,
    update: (_, { about }) => updateCachedEnrolments((list) => omitEnrolment(list, about)),
  },
});

const startAction = defineActionKind({
  name: startCourseKind,
  answerSchema: insertAnswer,
  cached: {
    ...catchUp,
    update: (_, { about }) => updateCachedEnrolments((list) => markStarted(list, about)),
  },
});

const completeModuleAction = defineActionKind({
  name: completeModuleKind,
  answerSchema: moduleAnswer,
  onAnswered: ({ completedModules }, { about }) =>
    updateCachedEnrolments((list) => setCompletedModules(list, about, completedModules)),
  // The cached progress may be outdated, for example because the student left the course in another tab.
  onRefused: refetch,
});

export const enrolmentActionKinds = [enrolAction, leaveAction, startAction, completeModuleAction] as const;

/** Enrols in a course. Enrolling again changes nothing. @throws ApiError */
export const enrolInCourse = ({ _id, ...course }: Course, email: string) =>
  enqueueAction(enrolAction, {
    about: _id,
    words: `Enroll in ${course.course_name}`,
    method: 'POST',
    path: '/enrolledCourses',
    body: { ...course, courseId: _id, userEmail: email },
  });

/** Leaves a course. The server keeps the progress in case the student returns. @throws ApiError */
export const leaveCourse = ({ _id, course_name }: EnrolledCourse) =>
  enqueueAction(leaveAction, {
    about: _id,
    words: `Leave ${course_name}`,
    method: 'DELETE',
    path: `/enrolledCourses/${encodeURIComponent(_id)}`,
  });

/**
 * Starts a course. The specification gives two fields of the body misleading names: `courseId` is the id of the enrolment, and
 * `courseName` is the course code.
 * @throws ApiError
 */
export const startCourse = (enrolment: EnrolledCourse) =>
  enqueueAction(startAction, {
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

/** Completes a module. The request names the module, so a module that several tabs complete counts once. @throws ApiError */
export const completeModule = (enrolment: EnrolledCourse, module: number) =>
  enqueueAction(completeModuleAction, {
    about: enrolment._id,
    words: `Complete module ${module} of ${enrolment.course_name}`,
    method: 'PATCH',
    path: `/progress/${encodeURIComponent(enrolment._id)}`,
    body: { module },
  });
