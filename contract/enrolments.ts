import { z } from 'zod';
import { updateAnswer } from './answers.ts';
import { claimedEmail, copiedText } from './copied.ts';
import { courseIdInBody } from './course-id.ts';
import { course, courseFields } from './courses.ts';
import { tolerantNumber } from './text.ts';

export const modulesOfACourse = 5;

/**
 * Body of POST /enrolledCourses: a loaded course without `_id`, and the student's e-mail. Our client sends `courseId`
 * beside it; without it the course is found by code and name.
 */
export const newEnrolment = courseFields
  .partial()
  .extend({ courseId: courseIdInBody.optional(), userEmail: claimedEmail })
  .refine(
    (body) =>
      body.courseId !== undefined || (body.course_code !== undefined && body.course_name !== undefined),
    { path: ['courseId'], error: 'Give the course id, or the code and the name of the course.' },
  );

/** An enrolled course as GET /enrolledCourses shows it: the course as it is now (or last was), with an `_id` of its own. */
export const enrolledCourse = course.omit({ _id: true }).extend({
  _id: z.uuid(),
  courseId: z.uuid(),
  userEmail: z.string(),
  enrolledAt: z.iso.datetime(),
  /** True when the course left the catalogue; those who are enrolled keep their way through it. */
  withdrawn: z.boolean(),
  started: z.boolean(),
  completedModules: z.number().int().min(0).max(5),
});
export const enrolledCourseList = z.array(enrolledCourse);
export type EnrolledCourse = z.infer<typeof enrolledCourse>;

/** Body of POST /progress; `courseId` is the enrolment's `_id` or the course's. */
export const newProgress = z.object({
  courseId: courseIdInBody,
  userEmail: claimedEmail,
  courseName: copiedText('Course name'),
});

/** Body of PATCH /progress/{id}: which module was completed; without it the next one. */
export const moduleCompletion = z.object({
  module: tolerantNumber('Module', { min: 1, max: 1_000 })
    .refine(Number.isInteger, { error: 'Module must be a whole number.' })
    .optional(),
});
/** Answer to PATCH /progress/{id}: how many modules are completed now. */
export const moduleAnswer = updateAnswer.extend({ completedModules: z.number().int().min(0).max(5) });
export type ModuleAnswer = z.infer<typeof moduleAnswer>;

/**
 * Progress as GET /progress shows it. `courseId` answers what was asked with or, in a list, what the course was started
 * with: the enrolment's `_id`, as the learn page knows the course, or the course's own.
 */
export const progress = z.object({
  _id: z.uuid(),
  userEmail: z.string(),
  courseId: z.uuid(),
  enrolmentId: z.uuid(),
  catalogueId: z.uuid(),
  /** The course's code, as the contract has it. */
  courseName: z.string(),
  completedModules: z.number().int().min(0).max(5),
  startedAt: z.iso.datetime(),
});
export const progressList = z.array(progress);
export type Progress = z.infer<typeof progress>;
