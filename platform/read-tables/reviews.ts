/** `read.reviews`: every review, the removed ones marked. Written by the projector alone. */
export type ReviewsTable = {
  id: string;
  user_id: string;
  course_id: string;
  enrolment_id: string;
  /** By which of its two ids the author called the course: `enrolment` or `course`. */
  course_called_by: string;
  /** 1 to 10. */
  rating: number;
  comment: string;
  revised: boolean;
  /** Taken away by its author or an Admin; an Admin may bring it back. */
  removed: boolean;
  /** When these words were written. */
  reviewed_at: Date;
  /** Where they were written: a total order without ties, for lists and their cursors. */
  reviewed_position: number;
  /** The last event that changed this row. */
  position: number;
};

/** `read.course_ratings`: what the present reviews of a course come to; no row where there are none. */
export type CourseRatingsTable = {
  /** The course's id. */
  id: string;
  reviews: number;
  /** The sum of the ratings in millionths. */
  total: number;
  /** How many gave 1, 2, … 10. */
  spread: number[];
};
/** Ratings are added up as whole numbers of this size, which come to the same in any order. */
export const ratingUnit = 1_000_000;
