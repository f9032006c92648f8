import type { CourseRatings, HighRatedCourse, RatingSummary } from '#contract/reviews.ts';
import { ratingUnit } from '#platform/read-tables/reviews.ts';

/** What reviews come to: how many, their ratings added up in millionths, and how many gave 1, 2, … 10. */
export type Totals = { reviews: number; total: number; spread: readonly number[] };

export type RatedCourseRow = Pick<Totals, 'reviews' | 'total'> & {
  id: string;
  name: string;
  code: string;
  image_url: string;
};

const noReviews: Totals = { reviews: 0, total: 0, spread: Array.from({ length: 10 }, () => 0) };

/** One division, so that the mean is as exact as a number can be. */
const meanOf = ({ reviews, total }: Pick<Totals, 'reviews' | 'total'>): number =>
  total / (reviews * ratingUnit);

/** @param totals undefined where there are no reviews. */
export const presentSummary = (totals: Totals = noReviews): RatingSummary => ({
  rating: totals.reviews === 0 ? null : meanOf(totals),
  reviews: totals.reviews,
  spread: [...totals.spread],
});

export const presentCourseRatings = (id: string, totals?: Totals): CourseRatings => ({
  _id: id,
  ...presentSummary(totals),
});

/** The only way from a row to JSON: answers and live messages are the same. */
export const presentRatedCourse = (row: RatedCourseRow): HighRatedCourse => ({
  _id: row.id,
  courseName: row.name,
  courseCode: row.code as HighRatedCourse['courseCode'],
  courseImageUrl: row.image_url,
  rating: meanOf(row),
  reviews: row.reviews,
});
