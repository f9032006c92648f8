import { type CourseRatingsTable, type ReviewsTable, ratingFactor } from '#platform/read-tables/reviews.ts';
import type { RowChange, Summary } from '../projection/record-projection.ts';

type RatedReview = Pick<ReviewsTable, 'course_id' | 'rating' | 'removed'>;

const createEmptyRatings = (courseId: string): CourseRatingsTable => ({
  id: courseId,
  reviews: 0,
  total: 0,
  spread: Array.from({ length: 10 }, () => 0),
});

/** Returns the ratings after adding a review (`sign` 1) or subtracting it (`sign` -1). */
const addReview = (ratings: CourseRatingsTable, rating: number, sign: 1 | -1): CourseRatingsTable => {
  const bucket = Math.round(rating) - 1;
  return {
    ...ratings,
    reviews: ratings.reviews + sign,
    total: ratings.total + sign * Math.round(rating * ratingFactor),
    spread: ratings.spread.map((count, index) => (index === bucket ? count + sign : count)),
  };
};

/**
 * Returns the new ratings of all courses that the changes affect. The ratings of a course depend only on its current reviews, not on their
 * order, so the leader, a rebuild and a retry calculate the same ratings.
 * @param current the current ratings by course; courses without reviews are missing.
 */
export const ratingsAfter = (
  current: ReadonlyMap<string, CourseRatingsTable>,
  changes: readonly RowChange<RatedReview>[],
): Map<string, CourseRatingsTable> => {
  const updated = new Map<string, CourseRatingsTable>();
  const add = (review: RatedReview | null, sign: 1 | -1) => {
    if (review === null || review.removed) return;
    const id = review.course_id;
    const ratings = updated.get(id) ?? current.get(id) ?? createEmptyRatings(id);
    updated.set(id, addReview(ratings, review.rating, sign));
  };
  for (const change of changes) {
    add(change.before, -1);
    add(change.after, 1);
  }
  return updated;
};

const table = { name: 'course_ratings', key: 'id', columns: ['id', 'reviews', 'total', 'spread'] } as const;

/** Maintains `read.course_ratings` with at most three statements per page, however many reviews a course has. */
export const courseRatings: Summary<ReviewsTable> = {
  table,
  applyChanges: async (changes, tables) => {
    const courseIds = new Set(
      changes.flatMap(({ before, after }) => [before, after]).flatMap((review) => review?.course_id ?? []),
    );
    const current = await tables.read<CourseRatingsTable>(table, [...courseIds]);
    const updated = [...ratingsAfter(current, changes).values()];
    const empty = updated.filter(({ reviews }) => reviews === 0);
    await tables.delete(
      table,
      empty.map(({ id }) => id),
    );
    await tables.upsert(
      table,
      updated.filter(({ reviews }) => reviews !== 0),
    );
  },
};
