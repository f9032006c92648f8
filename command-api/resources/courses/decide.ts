import { isDeepStrictEqual } from 'node:util';
import type { DeleteAnswer, InsertAnswer, UpdateAnswer } from '#contract/schemas/command-results.ts';
import { deleted, inserted, updated } from '#contract/schemas/command-results.ts';
import type {
  CourseEdit,
  CourseVideosEdit,
  CourseFields as RequestedFields,
} from '#contract/schemas/courses.ts';
import type { CourseEvent, CourseFields } from '#events/catalogue/streams/course.ts';
import { problemError } from '#platform/problems.ts';
import type { CourseChanges, CourseState } from '../../aggregates/course.ts';
import type { UserState } from '../../aggregates/user.ts';
import type { Actor } from '../../authorization.ts';
import type { StreamDecision } from '../../command-handler/decision.ts';
import { requireTeacherOrAdmin } from './course-rules.ts';

type CourseDecision<A> = StreamDecision<CourseEvent, A>;

/** The course, and the user whom the request names as its teacher (null if it names nobody). */
type States = { course: CourseState; instructor: UserState | null };

/**
 * Adds a course. Its id is derived from the idempotency key, so a known course was added by the same request.
 * @throws `invalid-input` unless the teacher, if the request names one, is an Instructor or an Admin.
 */
export const addCourse = (
  command: { id: string; fields: RequestedFields },
  { course, instructor }: States,
): CourseDecision<InsertAnswer> => {
  const answer = inserted(command.id);
  if (course.status !== 'unknown') return { events: [], answer };
  const fields = toCourseFields(command.fields, { instructorId: null, videos: null });
  if (fields.instructorId !== null) requirePossibleInstructor(instructor);
  return { events: [{ type: 'CourseAdded', data: fields }], answer };
};

/**
 * Edits a course in the catalogue. The current teacher may stay, even without the role Instructor or Admin.
 * @throws `invalid-input` unless a new teacher is an Instructor or an Admin; `conflict`, see {@link requireNoConflict}.
 */
export const editCourse = (
  { expectedVersion, ...requested }: CourseEdit,
  { changes, instructor }: { changes: CourseChanges } & Pick<States, 'instructor'>,
): CourseDecision<UpdateAnswer> => {
  const { course } = changes;
  if (course.status !== 'listed') return { events: [], answer: updated(0, 0) };
  const after = toCourseFields(requested, course.fields);
  requireNoConflict(changes, changedFields(course.fields, after), expectedVersion);
  if (after.instructorId !== null && after.instructorId !== course.fields.instructorId)
    requirePossibleInstructor(instructor);
  return decideEdit(course.fields, after);
};

/**
 * Sets or removes the videos of a course.
 * @throws `forbidden` unless the actor is an Admin or the course's teacher; `conflict`, see {@link requireNoConflict}.
 */
export const setVideos = (
  actor: Actor,
  { videos, expectedVersion }: CourseVideosEdit,
  changes: CourseChanges,
): CourseDecision<UpdateAnswer> => {
  const { course } = changes;
  if (course.status !== 'listed') return { events: [], answer: updated(0, 0) };
  requireTeacherOrAdmin(actor, course.fields);
  const after = { ...course.fields, videos };
  requireNoConflict(changes, changedFields(course.fields, after), expectedVersion);
  return decideEdit(course.fields, after);
};

/** Removes a course from the catalogue. Writes nothing if the course is not in the catalogue. */
export const removeCourse = (state: CourseState): CourseDecision<DeleteAnswer> =>
  state.status === 'listed'
    ? { events: [{ type: 'CourseRemoved', data: {} }], answer: deleted(1) }
    : { events: [], answer: deleted(0) };

/** Restores a removed course with its last fields. Writes nothing if the course is in the catalogue or unknown. */
export const restoreCourse = (state: CourseState): CourseDecision<UpdateAnswer> =>
  state.status === 'removed'
    ? { events: [{ type: 'CourseRestored', data: {} }], answer: updated(1, 1) }
    : { events: [], answer: updated(state.status === 'listed' ? 1 : 0, 0) };

/** Returns the fields whose values differ, with their values after the change. */
export const changedFields = (before: CourseFields, after: CourseFields): Partial<CourseFields> =>
  Object.fromEntries(
    Object.entries(after).filter(
      ([name, value]) => !isDeepStrictEqual(before[name as keyof CourseFields], value),
    ),
  );

/** Returns the decision for an edit, which writes nothing if no field differs. */
const decideEdit = (before: CourseFields, after: CourseFields): CourseDecision<UpdateAnswer> => {
  const changes = changedFields(before, after);
  if (Object.keys(changes).length === 0) return { events: [], answer: updated(1, 0) };
  return { events: [{ type: 'CourseEdited', data: { changes } }], answer: updated(1, 1) };
};

/** Translates the fields of a request. `instructorId` and `videos` stay as they were if the request leaves them out. */
const toCourseFields = (
  requested: RequestedFields,
  before: Pick<CourseFields, 'instructorId' | 'videos'>,
): CourseFields => ({
  code: requested.course_code,
  name: requested.course_name,
  duration: requested.duration,
  difficulty: requested.difficulty,
  category: requested.category,
  details: requested.details,
  instructor: requested.instructor,
  price: requested.price,
  imageUrl: requested.imageUrl,
  instructorId: requested.instructorId === undefined ? before.instructorId : requested.instructorId,
  videos: requested.videos === undefined ? before.videos : requested.videos,
});

/**
 * Requires that none of the fields to edit was changed after the expected version, if the request names one.
 * @throws `conflict`. If any field is to be edited, also if the course does not have this version, for
 * example because the log has lost it.
 */
const requireNoConflict = (
  { version, changedIn }: CourseChanges,
  edits: Partial<CourseFields>,
  expectedVersion: number | undefined,
): void => {
  if (expectedVersion === undefined) return;
  const names = Object.keys(edits) as (keyof CourseFields)[];
  const isUnchanged = (name: keyof CourseFields) => (changedIn[name] ?? 0) <= expectedVersion;
  if (names.length > 0 && (expectedVersion > version || !names.every(isUnchanged)))
    throw problemError(
      'conflict',
      'Somebody else changed this course in the meantime. Check the changes and try again.',
    );
};

/** Requires a user who may become a teacher. @throws `invalid-input` unless the user is an Instructor or an Admin. */
const requirePossibleInstructor = (user: UserState | null): void => {
  if (user?.status === 'registered' && user.userType !== 'Student') return;
  const message = 'Choose a user who teaches at the school, or no instructor.';
  throw problemError('invalid-input', message, [{ path: 'instructorId', message }]);
};
