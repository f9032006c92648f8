import { isDeepStrictEqual } from 'node:util';
import { type CourseEvent, type CourseFacts, courseStream } from '#events/catalogue/course.ts';
import {
  type DeleteAnswer,
  deleted,
  type InsertAnswer,
  inserted,
  type UpdateAnswer,
  updated,
} from '#contract/answers.ts';
import type { CourseFields } from '#contract/courses.ts';
import type { Aggregate, StreamRead } from '#events/log/aggregate.ts';
import { problemError } from '#platform/problems.ts';
import type { Actor } from '../actor/actor.ts';
import type { Decided } from '../calls/decided.ts';
import type { UserState } from '../users/decide.ts';
import { requireTeaches } from './require-teaches.ts';

/** A course as decisions see it. A removed one keeps its facts, so that it can come back. */
export type CourseState =
  | { status: 'unknown' }
  | { status: 'listed'; facts: CourseFacts }
  | { status: 'removed'; facts: CourseFacts };

const evolve = (state: CourseState, event: CourseEvent): CourseState => {
  switch (event.type) {
    case 'CourseAdded':
      return { status: 'listed', facts: event.data };
    case 'CourseEdited':
      return state.status === 'unknown'
        ? state
        : { ...state, facts: { ...state.facts, ...event.data.changes } };
    case 'CourseRemoved':
      return state.status === 'unknown' ? state : { ...state, status: 'removed' };
    case 'CourseRestored':
      return state.status === 'unknown' ? state : { ...state, status: 'listed' };
    default:
      return state;
  }
};

export const courseAggregate: Aggregate<CourseState, CourseEvent> = {
  name: 'course',
  initial: { status: 'unknown' },
  evolve,
};

export const courseOf = (id: string): StreamRead<CourseState, CourseEvent> => ({
  stream: courseStream(id),
  aggregate: courseAggregate,
});

type CourseDecision<A> = Decided<CourseEvent, A>;

/** The domain's names for the fields of a call; what may be left out is as it was `before`. */
const factsOf = (
  fields: CourseFields,
  before: Pick<CourseFacts, 'instructorId' | 'videos'> = { instructorId: null, videos: null },
): CourseFacts => ({
  code: fields.course_code,
  name: fields.course_name,
  duration: fields.duration,
  difficulty: fields.difficulty,
  category: fields.category,
  details: fields.details,
  instructor: fields.instructor,
  price: fields.price,
  imageUrl: fields.imageUrl,
  instructorId: fields.instructorId === undefined ? before.instructorId : fields.instructorId,
  videos: fields.videos === undefined ? before.videos : fields.videos,
});

/** Those of the facts that are others after than before. */
export const differences = (before: CourseFacts, after: CourseFacts): Partial<CourseFacts> =>
  Object.fromEntries(
    Object.entries(after).filter(
      ([name, value]) => !isDeepStrictEqual(before[name as keyof CourseFacts], value),
    ),
  );

/** @throws `invalid-input` unless they teach at the school. */
const requireTeacher = (person: UserState): void => {
  if (person.status === 'registered' && person.userType !== 'Student') return;
  const message = 'Choose an instructor of the school, or nobody.';
  throw problemError('invalid-input', message, [{ path: 'instructorId', message }]);
};

/** The course, and the person whom the command names as its instructor. */
type States = { course: CourseState; instructor: UserState };

/**
 * The id comes from the person and the key of their act: a course that is there was added by this very act.
 * @throws `invalid-input` for an instructor who is none.
 */
export const addCourse = (
  command: { id: string; fields: CourseFields },
  { course, instructor }: States,
): CourseDecision<InsertAnswer> => {
  const answer = inserted(command.id);
  if (course.status !== 'unknown') return { events: [], answer };
  const data = factsOf(command.fields);
  if (data.instructorId !== null) requireTeacher(instructor);
  return { events: [{ type: 'CourseAdded', data }], answer };
};

const edited = (before: CourseFacts, after: CourseFacts): CourseDecision<UpdateAnswer> => {
  const changes = differences(before, after);
  if (Object.keys(changes).length === 0) return { events: [], answer: updated(1, 0) };
  return { events: [{ type: 'CourseEdited', data: { changes } }], answer: updated(1, 1) };
};

/**
 * A course that is not in the catalogue matches nothing; one in which nothing differs is matched and not modified.
 * An instructor stays one until another is named, also when they have left the school since.
 * @throws `invalid-input` for a new instructor who is none.
 */
export const editCourse = (
  fields: CourseFields,
  { course, instructor }: States,
): CourseDecision<UpdateAnswer> => {
  if (course.status !== 'listed') return { events: [], answer: updated(0, 0) };
  const after = factsOf(fields, course.facts);
  if (after.instructorId !== null && after.instructorId !== course.facts.instructorId)
    requireTeacher(instructor);
  return edited(course.facts, after);
};

/** @throws `forbidden` for an Instructor of another course. */
export const setVideos = (
  actor: Actor,
  videos: CourseFacts['videos'],
  course: CourseState,
): CourseDecision<UpdateAnswer> => {
  if (course.status !== 'listed') return { events: [], answer: updated(0, 0) };
  requireTeaches(actor, course.facts);
  return edited(course.facts, { ...course.facts, videos });
};

export const removeCourse = (state: CourseState): CourseDecision<DeleteAnswer> =>
  state.status === 'listed'
    ? { events: [{ type: 'CourseRemoved', data: {} }], answer: deleted(1) }
    : { events: [], answer: deleted(0) };

export const restoreCourse = (state: CourseState): CourseDecision<UpdateAnswer> =>
  state.status === 'removed'
    ? { events: [{ type: 'CourseRestored', data: {} }], answer: updated(1, 1) }
    : { events: [], answer: updated(state.status === 'listed' ? 1 : 0, 0) };
