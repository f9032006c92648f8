import type { CourseEvent, CourseFacts } from '#events/catalogue/course.ts';
import { courseStream } from '#events/catalogue/course.ts';
import { type UpdateAnswer, updated } from '#contract/answers.ts';
import type { CourseReversion } from '#contract/courses.ts';
import type { Aggregate, StreamRead } from '#events/log/aggregate.ts';
import { problemError } from '#platform/problems.ts';
import type { Decided } from '../calls/decided.ts';
import { type CourseState, courseAggregate, differences } from './decide.ts';

/** A course and what it said after each of its events: `versions[0]` after the first. */
export type CourseHistory = { course: CourseState; versions: readonly CourseFacts[] };

export const courseHistoryAggregate: Aggregate<CourseHistory, CourseEvent> = {
  name: 'course-history',
  initial: { course: courseAggregate.initial, versions: [] },
  evolve: (state, event) => {
    const course = courseAggregate.evolve(state.course, event);
    return course.status === 'unknown' ? state : { course, versions: [...state.versions, course.facts] };
  },
};

export const courseHistoryOf = (id: string): StreamRead<CourseHistory, CourseEvent> => ({
  stream: courseStream(id),
  aggregate: courseHistoryAggregate,
});

/**
 * Takes a course back to what it said after a version of its stream, by one more edit. Who was its instructor then is so
 * again; what they may do is decided when they do it.
 * @throws `conflict` when it no longer stands at the version that was looked at; `course-withdrawn` for one that is out
 * of the catalogue; `invalid-input` for a version that there never was.
 */
export const revertCourse = (
  { version, expectedVersion }: CourseReversion,
  { course, versions }: CourseHistory,
): Decided<CourseEvent, UpdateAnswer> => {
  if (course.status === 'unknown') return { events: [], answer: updated(0, 0) };
  if (course.status === 'removed')
    throw problemError('course-withdrawn', 'The course is out of the catalogue. Restore it first.');
  const then = versions[version - 1];
  if (then === undefined) {
    const message = `The course has ${versions.length} versions.`;
    throw problemError('invalid-input', message, [{ path: 'version', message }]);
  }
  const changes = differences(course.facts, then);
  if (Object.keys(changes).length === 0) return { events: [], answer: updated(1, 0) };
  if (versions.length !== expectedVersion)
    throw problemError('conflict', 'The course was changed meanwhile. Look at its history again.');
  return { events: [{ type: 'CourseEdited', data: { changes, backTo: version } }], answer: updated(1, 1) };
};
