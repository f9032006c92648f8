import { streamId } from '#events/catalogue/stream-id.ts';
import type { ReviewsTable } from '#platform/read-tables/reviews.ts';
import type { Evolutions } from '../projection/fold-rows.ts';
import { createRecordProjection } from '../projection/record-projection.ts';
import { courseRatings } from './course-ratings.ts';

/**
 * A removed review keeps its text, so that it can be restored. The text of a removed user cannot be decrypted any more;
 * the row is deleted when the removal of the user is applied.
 */
export const reviewEvolutions: Evolutions<ReviewsTable> = {
  ReviewSubmitted: (_, event) => ({
    id: streamId(event.stream),
    user_id: event.data.userId,
    course_id: event.data.courseId,
    enrolment_id: event.data.enrolmentId,
    course_called_by: event.data.courseCalledBy,
    rating: event.data.rating,
    comment: event.data.comment ?? '',
    revised: false,
    removed: false,
    reviewed_at: event.recordedAt,
    reviewed_position: event.position,
    position: event.position,
  }),
  ReviewRevised: (row, event) =>
    row && {
      ...row,
      course_called_by: event.data.courseCalledBy,
      rating: event.data.rating,
      comment: event.data.comment ?? '',
      revised: true,
      reviewed_at: event.recordedAt,
      reviewed_position: event.position,
      position: event.position,
    },
  ReviewRemoved: (row, event) => row && { ...row, removed: true, position: event.position },
  ReviewRestored: (row, event) => row && { ...row, removed: false, position: event.position },
};

/** Read model `reviews`: all reviews, and the ratings of each course as a summary. */
export const reviews = createRecordProjection<ReviewsTable>({
  model: 'reviews',
  table: 'reviews',
  columns: {
    id: true,
    user_id: true,
    course_id: true,
    enrolment_id: true,
    course_called_by: true,
    rating: true,
    comment: true,
    revised: true,
    removed: true,
    reviewed_at: true,
    reviewed_position: true,
    position: true,
  },
  evolutions: reviewEvolutions,
  ownerColumn: 'user_id',
  summary: courseRatings,
});
