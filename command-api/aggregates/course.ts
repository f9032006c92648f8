import { type CourseEvent, type CourseFields, courseStream } from '#events/catalogue/streams/course.ts';
import type { Aggregate, StreamRead } from '#events/log/aggregate.ts';

/** A removed course keeps its fields, so that it can be restored. */
export type CourseState =
  | { status: 'unknown' }
  | { status: 'listed'; fields: CourseFields }
  | { status: 'removed'; fields: CourseFields };

const evolve = (state: CourseState, event: CourseEvent): CourseState => {
  switch (event.type) {
    case 'CourseAdded':
      return { status: 'listed', fields: event.data };
    case 'CourseEdited':
      return state.status === 'unknown'
        ? state
        : { ...state, fields: { ...state.fields, ...event.data.changes } };
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

export const courseById = (id: string): StreamRead<CourseState, CourseEvent> => ({
  stream: courseStream(id),
  aggregate: courseAggregate,
});

/** A course, and its fields after each of its events: `versions[0]` holds the fields after the first event. */
export type CourseHistory = { course: CourseState; versions: readonly CourseFields[] };

export const courseHistoryAggregate: Aggregate<CourseHistory, CourseEvent> = {
  name: 'course-history',
  initial: { course: courseAggregate.initial, versions: [] },
  evolve: (state, event) => {
    const course = courseAggregate.evolve(state.course, event);
    return course.status === 'unknown' ? state : { course, versions: [...state.versions, course.fields] };
  },
};

export const courseHistoryById = (id: string): StreamRead<CourseHistory, CourseEvent> => ({
  stream: courseStream(id),
  aggregate: courseHistoryAggregate,
});

/**
 * A course, its version, and the version in which each field was last changed. A field that is missing from `changedIn` has not been
 * changed since the course was added.
 */
export type CourseChanges = {
  course: CourseState;
  version: number;
  changedIn: Readonly<Partial<Record<keyof CourseFields, number>>>;
};

export const courseChangesAggregate: Aggregate<CourseChanges, CourseEvent> = {
  name: 'course-changes',
  initial: { course: courseAggregate.initial, version: 0, changedIn: {} },
  evolve: (state, event) => {
    const version = state.version + 1;
    const changed = event.type === 'CourseEdited' ? Object.keys(event.data.changes) : [];
    return {
      course: courseAggregate.evolve(state.course, event),
      version,
      changedIn: { ...state.changedIn, ...Object.fromEntries(changed.map((name) => [name, version])) },
    };
  },
};

export const courseChangesById = (id: string): StreamRead<CourseChanges, CourseEvent> => ({
  stream: courseStream(id),
  aggregate: courseChangesAggregate,
});
