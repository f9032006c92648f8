import type { Review } from '#contract/reviews.ts';
import type { ReviewsTable } from '#platform/read-tables/reviews.ts';

/** A review with what is shown of its course and its author. */
export type ReviewRow = Omit<ReviewsTable, 'removed' | 'reviewed_position' | 'position'> & {
  name: string;
  code: string;
  image_url: string;
  user_name: string;
  email: string;
};

/** For whom a review is shown: its author, an Admin, or anybody else. */
export type Eyes = 'author' | 'admin' | 'other';

/** Enough of an e-mail address for its owner to know it again, and no more: `s•••@example.org`. */
export const maskedEmail = (email: string): string => {
  const at = email.lastIndexOf('@');
  const [first = ''] = email;
  return at < 1 ? '•••' : `${first}•••${email.slice(at)}`;
};

/** The only way from a row to JSON: answers and live messages are the same. */
export const presentReview = (row: ReviewRow, eyes: Eyes): Review => ({
  _id: row.id,
  rating: row.rating,
  comment: row.comment,
  courseId: row.course_called_by === 'course' ? row.course_id : row.enrolment_id,
  enrolmentId: row.enrolment_id,
  catalogueId: row.course_id,
  userEmail: eyes === 'other' ? maskedEmail(row.email) : row.email,
  userName: row.user_name,
  own: eyes === 'author',
  courseName: row.name,
  courseCode: row.code as Review['courseCode'],
  courseImageUrl: row.image_url,
  reviewedAt: row.reviewed_at.toISOString(),
  revised: row.revised,
});
