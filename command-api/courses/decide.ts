import { type CourseEvent, type CourseFacts, courseStream } from '#events/catalogue/course.ts';
import {
  type DeleteAnswer,
  deleted,
  type InsertAnswer,
  inserted,
  type UpdateAnswer,
  updated,
} from '#events/contract/answers.ts';
import type { CourseFields } from '#events/contract/courses.ts';
import type { Aggregate, StreamRead } from '#events/log/aggregate.ts';
import type { Decided } from '../calls/decided.ts';

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

/** The domain's names for the fields of a call. */
const factsOf = (fields: CourseFields): CourseFacts => ({
  code: fields.course_code,
  name: fields.course_name,
  duration: fields.duration,
  difficulty: fields.difficulty,
  category: fields.category,
  details: fields.details,
  instructor: fields.instructor,
  price: fields.price,
  imageUrl: fields.imageUrl,
});

const differences = (before: CourseFacts, after: CourseFacts): Partial<CourseFacts> =>
  Object.fromEntries(
    Object.entries(after).filter(([name, value]) => before[name as keyof CourseFacts] !== value),
  );

/** The id comes from the person and the key of their act: a course that is there was added by this very act. */
export const addCourse = (
  command: { id: string; fields: CourseFields },
  state: CourseState,
): CourseDecision<InsertAnswer> => ({
  events: state.status === 'unknown' ? [{ type: 'CourseAdded', data: factsOf(command.fields) }] : [],
  answer: inserted(command.id),
});

/** A course that is not in the catalogue matches nothing; one in which nothing differs is matched and not modified. */
export const editCourse = (fields: CourseFields, state: CourseState): CourseDecision<UpdateAnswer> => {
  if (state.status !== 'listed') return { events: [], answer: updated(0, 0) };
  const changes = differences(state.facts, factsOf(fields));
  if (Object.keys(changes).length === 0) return { events: [], answer: updated(1, 0) };
  return { events: [{ type: 'CourseEdited', data: { changes } }], answer: updated(1, 1) };
};

export const removeCourse = (state: CourseState): CourseDecision<DeleteAnswer> =>
  state.status === 'listed'
    ? { events: [{ type: 'CourseRemoved', data: {} }], answer: deleted(1) }
    : { events: [], answer: deleted(0) };

export const restoreCourse = (state: CourseState): CourseDecision<UpdateAnswer> =>
  state.status === 'removed'
    ? { events: [{ type: 'CourseRestored', data: {} }], answer: updated(1, 1) }
    : { events: [], answer: updated(state.status === 'listed' ? 1 : 0, 0) };
