import type { Course } from '#contract/courses.ts';
import type { EnrolledCourse, Progress } from '#contract/enrolments.ts';
import type { LiveMessage } from '#contract/live.ts';

type List = readonly EnrolledCourse[];

/** The list with the enrolment at its end, or in the place that it has. */
export const withEnrolment = (list: List, enrolment: EnrolledCourse): List =>
  list.some(({ _id }) => _id === enrolment._id)
    ? list.map((known) => (known._id === enrolment._id ? enrolment : known))
    : [...list, enrolment];

export const withoutEnrolment = (list: List, id: string): List => list.filter(({ _id }) => _id !== id);

/** The list after a course was started: nothing is completed unless it had been started before. */
export const withStarted = (list: List, id: string): List =>
  list.map((enrolment) => (enrolment._id === id ? { ...enrolment, started: true } : enrolment));

/** The list after a module was completed; progress never goes back, whichever answer comes last. */
export const withCompleted = (list: List, id: string, completedModules: number): List =>
  list.map((enrolment) =>
    enrolment._id === id
      ? {
          ...enrolment,
          started: true,
          completedModules: Math.max(completedModules, enrolment.completedModules),
        }
      : enrolment,
  );

const withProgress = (list: List, { enrolmentId, completedModules }: Progress): List =>
  list.map((enrolment) =>
    enrolment._id === enrolmentId ? { ...enrolment, started: true, completedModules } : enrolment,
  );

/** An enrolment shows the course as it is now; the enrolment's own id stays. */
const withCourse = (list: List, { _id: courseId, ...course }: Course): List =>
  list.map((enrolment) =>
    enrolment.courseId === courseId && Date.parse(course.updatedAt) >= Date.parse(enrolment.updatedAt)
      ? { ...enrolment, ...course, withdrawn: false }
      : enrolment,
  );

/** A student's enrolments, in the order in which they enrolled, after one live message. */
export const mergeIntoEnrolments = (list: List, message: LiveMessage): List => {
  switch (message.kind) {
    case 'enrolment-added':
      return withEnrolment(list, message.data);
    case 'enrolment-removed':
      return withoutEnrolment(list, message.data._id);
    case 'progress-changed':
      return withProgress(list, message.data);
    case 'course-changed':
    case 'course-restored':
      return withCourse(list, message.data);
    case 'course-removed':
      return list.map((enrolment) =>
        enrolment.courseId === message.data._id ? { ...enrolment, withdrawn: true } : enrolment,
      );
    default:
      return list;
  }
};
