import type { CourseCode } from '#contract/schemas/courses.ts';
import type { Review } from '#contract/schemas/reviews.ts';
import type { ReviewsTable } from '#platform/read-tables/reviews.ts';
import { maskEmail } from '../mask-email.ts';

/** A review with data of its course and its author. */
export type ReviewRow = Omit<ReviewsTable, 'removed' | 'reviewed_position' | 'position'> & {
  name: string;
  code: CourseCode;
  image_url: string;
  user_name: string;
  email: string;
  /** Whether the course is removed. */
  withdrawn: boolean;
};

/** The reader to whom a review is shown. */
export type ReviewViewer = 'author' | 'admin' | 'other';

/** Converts a row to JSON, for GET answers and live updates alike. */
export const presentReview = (row: ReviewRow, viewer: ReviewViewer): Review => ({
  _id: row.id,
  rating: row.rating,
  comment: row.comment,
  // The id that the author sent: that of the course or that of the enrolment.
  courseId: row.course_called_by === 'course' ? row.course_id : row.enrolment_id,
  enrolmentId: row.enrolment_id,
  catalogueId: row.course_id,
  userEmail: viewer === 'other' ? maskEmail(row.email) : row.email,
  userName: row.user_name,
  own: viewer === 'author',
  courseName: row.name,
  courseCode: row.code,
  courseImageUrl: row.image_url,
  reviewedAt: row.reviewed_at.toISOString(),
  revised: row.revised,
  ...(row.withdrawn && { unlisted: true }),
});
