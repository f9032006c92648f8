import { z } from 'zod/mini';
import { courseIdField } from '../fields/course-id.ts';
import { claimedEmail, ignoredText } from '../fields/redundant-fields.ts';
import { requiredText, tolerantWholeNumber } from '../fields/text.ts';
import { updateAnswer } from './command-results.ts';
import { course, courseFields } from './courses.ts';
import { videosPerCourse } from './videos.ts';

/** The number of modules of a course. Each has one video. */
export const modulesPerCourse = videosPerCourse;

/**
 * Body of POST /enrolledCourses: a course without `_id`, and the student's e-mail. Our client also sends `courseId`; without
 * it the course is found by code and name.
 */
export const newEnrolment = z
  .extend(
    z.partial(
      z.extend(courseFields, {
        // Not checked as one-line texts: courses that were stored before that check existed must stay open for enrolment.
        course_name: requiredText('Course name', 200),
        duration: requiredText('Duration', 100),
        difficulty: requiredText('Difficulty', 100),
        instructor: requiredText('Instructor', 200),
      }),
    ),
    { courseId: z.optional(courseIdField), userEmail: claimedEmail },
  )
  .check(
    z.refine(
      (body) =>
        body.courseId !== undefined || (body.course_code !== undefined && body.course_name !== undefined),
      { path: ['courseId'], error: 'Give the course id, or the code and the name of the course.' },
    ),
  );

/** An enrolled course as GET /enrolledCourses returns it: the course as it is now (or was last), with the enrolment's `_id`. */
export const enrolledCourse = z.extend(z.omit(course, { _id: true, version: true }), {
  _id: z.uuid(),
  courseId: z.uuid(),
  userEmail: z.string(),
  enrolledAt: z.iso.datetime(),
  /** True if the course was removed from the catalogue. Enrolled students can still complete it. */
  withdrawn: z.boolean(),
  started: z.boolean(),
  completedModules: z.int().check(z.gte(0), z.lte(modulesPerCourse)),
});
export const enrolledCourseList = z.array(enrolledCourse);
export type EnrolledCourse = z.infer<typeof enrolledCourse>;

/** Body of POST /progress; `courseId` is the enrolment's `_id` or the course's. */
export const newProgress = z.object({
  courseId: courseIdField,
  userEmail: claimedEmail,
  courseName: ignoredText('Course name'),
});

/** Body of PATCH /progress/{id}: the completed module; default: the next one. */
export const moduleCompletion = z.object({
  module: z.optional(tolerantWholeNumber('Module', { min: 1, max: 1_000 })),
});
/** Answer to PATCH /progress/{id} with the number of completed modules. */
export const moduleAnswer = z.extend(updateAnswer, {
  completedModules: z.int().check(z.gte(0), z.lte(modulesPerCourse)),
});
export type ModuleAnswer = z.infer<typeof moduleAnswer>;

/**
 * Progress as GET /progress returns it. `courseId` repeats the id in the request or, in a list or a live update, the id with which the course
 * was started: the enrolment's `_id`, which the learn page uses, or the course's own.
 */
export const progress = z.object({
  _id: z.uuid(),
  userEmail: z.string(),
  courseId: z.uuid(),
  enrolmentId: z.uuid(),
  catalogueId: z.uuid(),
  /** The course's code. The specification gives the field this name. */
  courseName: z.string(),
  completedModules: z.int().check(z.gte(0), z.lte(modulesPerCourse)),
  startedAt: z.iso.datetime(),
});
export const progressList = z.array(progress);
export type Progress = z.infer<typeof progress>;
