/** What a student of the demo school wrote about a course that they completed. */
export type DemoReview = {
  by: string;
  /** The course's. */
  slug: string;
  rating: number;
  comment: string;
  /** What stood there until they thought again, so many days later. */
  before?: { rating: number; comment: string; days: number };
};
