import { type ReviewEvent, reviewStream } from '#events/catalogue/review.ts';
import type { Aggregate, StreamRead } from '#events/log/aggregate.ts';

/** A review as decisions see it. */
export type ReviewState =
  /** There never was one, or its author was removed, and the words with them. */
  | { status: 'unknown' }
  | {
      status: 'present';
      userId: string;
      courseId: string;
      rating: number;
      comment: string;
      courseCalledBy: CourseCalledBy;
      /** It was written after another in its place had been removed, which therefore cannot come back. */
      replaces: boolean;
    }
  | {
      status: 'removed';
      userId: string;
      courseId: string;
      by: 'author' | 'admin';
      /** As it was; a restoration brings it back. */
      was: Extract<ReviewState, { status: 'present' }>;
    };
export type CourseCalledBy = 'enrolment' | 'course';

const evolve = (state: ReviewState, event: ReviewEvent): ReviewState => {
  switch (event.type) {
    case 'ReviewSubmitted': {
      const { comment, userId, courseId, rating, courseCalledBy } = event.data;
      if (comment === null) return { status: 'unknown' };
      const replaces = state.status === 'removed';
      return { status: 'present', userId, courseId, rating, comment, courseCalledBy, replaces };
    }
    case 'ReviewRevised': {
      const { comment, rating, courseCalledBy } = event.data;
      if (state.status !== 'present' || comment === null) return state;
      return { ...state, rating, comment, courseCalledBy };
    }
    case 'ReviewRemoved': {
      if (state.status !== 'present') return state;
      const { userId, courseId } = state;
      return { status: 'removed', userId, courseId, by: event.data.by, was: state };
    }
    case 'ReviewRestored':
      return state.status === 'removed' ? { ...state.was, replaces: false } : state;
    default:
      return state;
  }
};

export const reviewAggregate: Aggregate<ReviewState, ReviewEvent> = {
  name: 'review',
  initial: { status: 'unknown' },
  evolve,
};

export const reviewOf = (id: string): StreamRead<ReviewState, ReviewEvent> => ({
  stream: reviewStream(id),
  aggregate: reviewAggregate,
});
