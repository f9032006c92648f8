import { z } from 'zod';
import { course, courseFields } from './courses.ts';

export const modulesOfACourse = 5;

/**
 * Body of POST /enrolledCourses: a loaded course without `_id`, and the student's e-mail. Our client sends `courseId`
 * beside it; without it the course is found by code and name.
 */
export const newEnrolment = courseFields.partial().extend({
  courseId: z.uuid({ error: 'The course id must be a UUID.' }).optional(),
  userEmail: z.string().max(320).optional(),
});

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
export type EnrolledCourse = z.infer<typeof enrolledCourse>;

/** Body of POST /progress; `courseId` is the enrolment's `_id` or the course's. */
export const newProgress = z.object({
  courseId: z.uuid({ error: 'The course id must be a UUID.' }),
  userEmail: z.string().max(320).optional(),
  courseName: z.string().max(20_000).optional(),
});

/** Body of PATCH /progress/{id}: which module was completed; without it the next one. */
export const moduleCompletion = z.object({ module: z.coerce.number().int().min(1).max(5).optional() });

/** Progress as GET /progress shows it. `courseId` answers the enrolment's `_id`, as the learn page knows the course. */
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
export type Progress = z.infer<typeof progress>;
