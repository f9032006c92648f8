import { type CourseRatingsTable, type ReviewsTable, ratingUnit } from '#platform/read-tables/reviews.ts';
import type { RowChange, Summary } from '../projection/record-projection.ts';

type Rated = Pick<ReviewsTable, 'course_id' | 'rating' | 'removed'>;

const none = (id: string): CourseRatingsTable => ({
  id,
  reviews: 0,
  total: 0,
  spread: Array.from({ length: 10 }, () => 0),
});

/** The ratings with one more review, or one fewer. */
const counting = (ratings: CourseRatingsTable, rating: number, by: 1 | -1): CourseRatingsTable => {
  const place = Math.round(rating) - 1;
  return {
    ...ratings,
    reviews: ratings.reviews + by,
    total: ratings.total + by * Math.round(rating * ratingUnit),
    spread: ratings.spread.map((count, at) => (at === place ? count + by : count)),
  };
};

/**
 * The ratings of every course that the changes concern, from what they were. Pure. What a course's present reviews come
 * to does not depend on the order in which they came, so it is the same live, in a rebuild and after a retry.
 * @param known by course; a course without reviews has none.
 */
export const ratingsAfter = (
  known: ReadonlyMap<string, CourseRatingsTable>,
  changes: readonly RowChange<Rated>[],
): Map<string, CourseRatingsTable> => {
  const after = new Map<string, CourseRatingsTable>();
  const count = (review: Rated | null, by: 1 | -1) => {
    if (review === null || review.removed) return;
    const id = review.course_id;
    after.set(id, counting(after.get(id) ?? known.get(id) ?? none(id), review.rating, by));
  };
  for (const change of changes) {
    count(change.before, -1);
    count(change.after, 1);
  }
  return after;
};

const table = { name: 'course_ratings', key: 'id', columns: ['id', 'reviews', 'total', 'spread'] } as const;

/** Keeps `read.course_ratings`: two to four statements a page, however many reviews a course has. */
export const courseRatings: Summary<ReviewsTable> = {
  table,
  follow: async (changes, tables) => {
    const courses = new Set(
      changes.flatMap(({ before, after }) => [before, after]).flatMap((one) => one?.course_id ?? []),
    );
    const known = await tables.read<CourseRatingsTable>(table, [...courses]);
    const after = [...ratingsAfter(known, changes).values()];
    const empty = after.filter(({ reviews }) => reviews === 0);
    await tables.delete(
      table,
      empty.map(({ id }) => id),
    );
    await tables.upsert(
      table,
      after.filter(({ reviews }) => reviews !== 0),
    );
  },
};
