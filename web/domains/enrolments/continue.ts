import type { Activity } from '#contract/activity.ts';
import { type EnrolledCourse, modulesOfACourse } from '#contract/enrolments.ts';

/** A course that somebody is in the middle of, and the module that comes next. */
export type Continuation = { enrolment: EnrolledCourse; module: number };

/**
 * The course to go on with: begun, not finished, and learnt in last; of those that nothing is known of, the one that was joined
 * last. Null when there is none.
 */
export const continuationOf = (
  enrolments: readonly EnrolledCourse[],
  courses: Activity['courses'],
): Continuation | null => {
  const learntAt = new Map(courses.map(({ courseId, lastAt }) => [courseId, Date.parse(lastAt)]));
  const when = ({ courseId, enrolledAt }: EnrolledCourse) => learntAt.get(courseId) ?? Date.parse(enrolledAt);
  const [last] = enrolments
    .filter(({ started, completedModules }) => started && completedModules < modulesOfACourse)
    .sort((a, b) => when(b) - when(a));
  return last ? { enrolment: last, module: last.completedModules + 1 } : null;
};
