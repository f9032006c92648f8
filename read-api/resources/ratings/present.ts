import type { CourseCode } from '#contract/schemas/courses.ts';
import type { CourseRatings, RatedCourse, RatingSummary } from '#contract/schemas/reviews.ts';
import { ratingFactor } from '#platform/read-tables/reviews.ts';

/** Sums over reviews: their number, the sum of their ratings in millionths, and the number of reviews per rating 1 to 10. */
export type RatingTotals = { reviews: number; total: number; spread: readonly number[] };

export type RatedCourseRow = Pick<RatingTotals, 'reviews' | 'total'> & {
  id: string;
  name: string;
  code: CourseCode;
  image_url: string;
};

const noReviews: RatingTotals = { reviews: 0, total: 0, spread: Array.from({ length: 10 }, () => 0) };

/** Returns the mean rating. Divides only once, so that the mean is as exact as a number allows. */
export const meanRating = ({ reviews, total }: Pick<RatingTotals, 'reviews' | 'total'>): number =>
  total / (reviews * ratingFactor);

/** Converts the totals of a course or of the school to JSON. @param totals undefined without reviews. */
export const presentSummary = (totals: RatingTotals = noReviews): RatingSummary => ({
  rating: totals.reviews === 0 ? null : meanRating(totals),
  reviews: totals.reviews,
  spread: [...totals.spread],
});

export const presentCourseRatings = (id: string, totals?: RatingTotals): CourseRatings => ({
  _id: id,
  ...presentSummary(totals),
});

/** Converts a row to JSON, for GET answers and live updates alike. */
export const presentRatedCourse = (row: RatedCourseRow): RatedCourse => ({
  _id: row.id,
  courseName: row.name,
  courseCode: row.code,
  courseImageUrl: row.image_url,
  rating: meanRating(row),
  reviews: row.reviews,
});
