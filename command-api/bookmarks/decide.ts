import { type BookmarkEvent, bookmarkStream } from '#events/catalogue/bookmark.ts';
import { type DeleteAnswer, deleted, type InsertAnswer, inserted } from '#contract/answers.ts';
import type { Aggregate, StreamRead } from '#events/log/aggregate.ts';
import type { Actor } from '../actor/actor.ts';
import { requireOwn } from '../actor/own.ts';
import type { Decided } from '../calls/decided.ts';
import type { CourseState } from '../courses/decide.ts';
import { requireListed } from '../courses/require-listed.ts';

/** A bookmark as decisions see it; a removed one may be set again, in the same stream. */
export type BookmarkState =
  | { status: 'unknown' }
  | { status: 'set' | 'removed'; userId: string; courseId: string };

const evolve = (state: BookmarkState, event: BookmarkEvent): BookmarkState => {
  switch (event.type) {
    case 'CourseBookmarked':
      return { status: 'set', userId: event.data.userId, courseId: event.data.courseId };
    case 'BookmarkRemoved':
      return state.status === 'unknown' ? state : { ...state, status: 'removed' };
    default:
      return state;
  }
};

export const bookmarkAggregate: Aggregate<BookmarkState, BookmarkEvent> = {
  name: 'bookmark',
  initial: { status: 'unknown' },
  evolve,
};

export const bookmarkOf = (id: string): StreamRead<BookmarkState, BookmarkEvent> => ({
  stream: bookmarkStream(id),
  aggregate: bookmarkAggregate,
});

type BookmarkDecision<A> = Decided<BookmarkEvent, A>;

/** Done already: the same answer, whatever became of the course. @throws `no-such-course`, `course-withdrawn`. */
export const bookmarkCourse = (
  command: { id: string; userId: string; courseId: string },
  states: { bookmark: BookmarkState; course: CourseState },
): BookmarkDecision<InsertAnswer> => {
  const { id, userId, courseId } = command;
  const answer = inserted(id);
  if (states.bookmark.status === 'set') return { events: [], answer };
  requireListed(states.course);
  return { events: [{ type: 'CourseBookmarked', data: { userId, courseId } }], answer };
};

/** @throws `forbidden` for another's bookmark. */
export const removeBookmark = (
  actor: Pick<Actor, 'id'>,
  state: BookmarkState,
): BookmarkDecision<DeleteAnswer> => {
  if (state.status === 'unknown') return { events: [], answer: deleted(0) };
  const { userId, courseId } = state;
  requireOwn(actor, userId);
  if (state.status === 'removed') return { events: [], answer: deleted(0) };
  return { events: [{ type: 'BookmarkRemoved', data: { userId, courseId } }], answer: deleted(1) };
};
