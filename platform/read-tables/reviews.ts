/** `read.reviews`: reviews, including removed ones. */
export type ReviewsTable = {
  id: string;
  user_id: string;
  course_id: string;
  enrolment_id: string;
  /** Whether the client named the course by the id of the `enrolment` or of the `course`. */
  course_called_by: string;
  /** 1 to 10. */
  rating: number;
  comment: string;
  revised: boolean;
  /** Whether the author or an Admin removed the review. */
  removed: boolean;
  /** When the review, or its last revision, was written. */
  reviewed_at: Date;
  /** The position of the review or its last revision: a total order for lists and cursors. */
  reviewed_position: number;
  /** The position of the last event that changed this row. */
  position: number;
};

/** `read.course_ratings`: the ratings of a course; no row for a course without reviews. */
export type CourseRatingsTable = {
  id: string;
  reviews: number;
  /** The sum of the ratings in millionths. */
  total: number;
  /** The number of reviews with rating 1, 2, … 10. A rating between two of them is rounded. */
  spread: number[];
};
/** Ratings are multiplied by this and summed as integers, so that the sum does not depend on the order. */
export const ratingFactor = 1_000_000;
