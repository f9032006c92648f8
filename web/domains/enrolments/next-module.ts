import type { Activity } from '#contract/schemas/activity.ts';
import { type EnrolledCourse, modulesPerCourse } from '#contract/schemas/enrolments.ts';

export type NextModule = { enrolment: EnrolledCourse; module: number };

/**
 * Returns the started, unfinished course with the most recent activity, and its next module. For a course
 * without activity, the time of the enrolment counts. Null if there is no such course.
 */
export const findNextModule = (
  enrolments: readonly EnrolledCourse[],
  courses: Activity['courses'],
): NextModule | null => {
  const lastActiveAt = new Map(courses.map(({ courseId, lastAt }) => [courseId, Date.parse(lastAt)]));
  const getActivityTime = ({ courseId, enrolledAt }: EnrolledCourse) =>
    lastActiveAt.get(courseId) ?? Date.parse(enrolledAt);
  const [latest] = enrolments
    .filter(({ started, completedModules }) => started && completedModules < modulesPerCourse)
    .sort((a, b) => getActivityTime(b) - getActivityTime(a));
  return latest ? { enrolment: latest, module: latest.completedModules + 1 } : null;
};
