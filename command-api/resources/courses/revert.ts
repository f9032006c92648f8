import { type UpdateAnswer, updated } from '#contract/schemas/command-results.ts';
import type { CourseReversion } from '#contract/schemas/courses.ts';
import type { CourseEvent } from '#events/catalogue/streams/course.ts';
import { problemError } from '#platform/problems.ts';
import type { CourseHistory } from '../../aggregates/course.ts';
import type { StreamDecision } from '../../command-handler/decision.ts';
import { changedFields } from './decide.ts';

/**
 * Reverts a course: one more edit gives its fields the values of an earlier version. Writes nothing if no field differs. The teacher is
 * also reverted, without a check that this user still has the role Instructor or Admin.
 * @throws `conflict` if a field differs and the course is not at `expectedVersion`; `course-withdrawn` if it
 * was removed from the catalogue; `invalid-input` for a version that does not exist.
 */
export const revertCourse = (
  { version, expectedVersion }: CourseReversion,
  { course, versions }: CourseHistory,
): StreamDecision<CourseEvent, UpdateAnswer> => {
  if (course.status === 'unknown') return { events: [], answer: updated(0, 0) };
  if (course.status === 'removed')
    throw problemError('course-withdrawn', 'The course was removed from the catalogue. Restore it first.');
  const target = versions[version - 1];
  if (target === undefined) {
    const message = `The course has ${versions.length === 1 ? '1 version' : `${versions.length} versions`}.`;
    throw problemError('invalid-input', message, [{ path: 'version', message }]);
  }
  const changes = changedFields(course.fields, target);
  if (Object.keys(changes).length === 0) return { events: [], answer: updated(1, 0) };
  if (versions.length !== expectedVersion)
    throw problemError('conflict', 'The course has been changed in the meantime. Open its history again.');
  return { events: [{ type: 'CourseEdited', data: { changes, backTo: version } }], answer: updated(1, 1) };
};
