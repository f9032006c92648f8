import { type ReviewEvent, reviewStream } from '#events/catalogue/streams/review.ts';
import type { Aggregate, StreamRead } from '#events/log/aggregate.ts';

export type ReviewState =
  /** The review was never written, or its author was removed, so that its text cannot be decrypted. */
  | { status: 'unknown' }
  | {
      status: 'present';
      userId: string;
      courseId: string;
      rating: number;
      comment: string;
      courseCalledBy: CourseCalledBy;
      /**
       * Whether the author wrote it to replace a removed review, which can then no longer be restored. False again after this review itself
       * was removed and restored.
       */
      isReplacement: boolean;
    }
  | {
      status: 'removed';
      userId: string;
      courseId: string;
      by: 'author' | 'admin';
      /** The review before its removal, for a restoration. */
      removedReview: Extract<ReviewState, { status: 'present' }>;
    };

/** Which id the client sent to name the course: the id of the enrolment, or of the course itself. */
export type CourseCalledBy = 'enrolment' | 'course';

const evolve = (state: ReviewState, event: ReviewEvent): ReviewState => {
  switch (event.type) {
    case 'ReviewSubmitted': {
      const { comment, userId, courseId, rating, courseCalledBy } = event.data;
      if (comment === null) return { status: 'unknown' };
      const isReplacement = state.status === 'removed';
      return { status: 'present', userId, courseId, rating, comment, courseCalledBy, isReplacement };
    }
    case 'ReviewRevised': {
      const { comment, rating, courseCalledBy } = event.data;
      if (state.status !== 'present' || comment === null) return state;
      return { ...state, rating, comment, courseCalledBy };
    }
    case 'ReviewRemoved': {
      if (state.status !== 'present') return state;
      const { userId, courseId } = state;
      return { status: 'removed', userId, courseId, by: event.data.by, removedReview: state };
    }
    case 'ReviewRestored':
      return state.status === 'removed' ? { ...state.removedReview, isReplacement: false } : state;
    default:
      return state;
  }
};

export const reviewAggregate: Aggregate<ReviewState, ReviewEvent> = {
  name: 'review',
  initial: { status: 'unknown' },
  evolve,
};

export const reviewById = (id: string): StreamRead<ReviewState, ReviewEvent> => ({
  stream: reviewStream(id),
  aggregate: reviewAggregate,
});
