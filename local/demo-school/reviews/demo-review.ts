/** A student's review of a completed course. */
export type DemoReview = {
  /** The student's name. */
  by: string;
  /** The slug of the course. */
  slug: string;
  rating: number;
  comment: string;
  /** An earlier version of the review, and the number of days until it was revised. */
  before?: { rating: number; comment: string; days: number };
};
