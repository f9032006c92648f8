import { type BookmarkEvent, bookmarkStream } from '#events/catalogue/streams/bookmark.ts';
import type { Aggregate, StreamRead } from '#events/log/aggregate.ts';

/** A removed bookmark may be set again, in the same stream. */
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

export const bookmarkById = (id: string): StreamRead<BookmarkState, BookmarkEvent> => ({
  stream: bookmarkStream(id),
  aggregate: bookmarkAggregate,
});
