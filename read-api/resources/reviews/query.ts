import { type Kysely, sql } from 'kysely';
import type { ReadTables } from '#platform/read-tables/tables.ts';
import type { ReviewListing, ReviewPlace } from './cursor.ts';
import type { ReviewRow } from './present.ts';

/** Present reviews, with course and author as they are now; of whatever course. */
const presentReviews = (tables: Kysely<ReadTables>) =>
  tables
    .selectFrom('reviews')
    .innerJoin('courses', 'courses.id', 'reviews.course_id')
    .innerJoin('users', 'users.id', 'reviews.user_id')
    .where('reviews.removed', '=', false)
    .select([
      'reviews.id',
      'reviews.user_id',
      'reviews.course_id',
      'reviews.enrolment_id',
      'reviews.course_called_by',
      'reviews.rating',
      'reviews.comment',
      'reviews.revised',
      'reviews.reviewed_at',
      'courses.name',
      'courses.code',
      'courses.image_url',
      'users.name as user_name',
      'users.email',
    ]);

/** Those of courses that are in the catalogue. */
const reviews = (tables: Kysely<ReadTables>) => presentReviews(tables).where('courses.withdrawn', '=', false);

/** `written`: the place in the log where the words were written. */
export type ListedReview = ReviewRow & { written: number };
/** `courseId` is the course's own. */
export type ReviewPage = ReviewListing & { after: ReviewPlace | null; limit: number };

/**
 * The query of {@link findReviews}, for who wants its plan. Each order walks an index of its own, from where the page
 * begins, so the length of the whole list does not matter.
 */
export const reviewsFound = (tables: Kysely<ReadTables>, page: ReviewPage) => {
  const { sort, courseId, after, limit } = page;
  let query = reviews(tables).select(sql<number>`reviews.reviewed_position::float8`.as('written'));
  if (courseId !== undefined) query = query.where('reviews.course_id', '=', courseId);
  if (after && sort === 'newest') query = query.where('reviews.reviewed_position', '<', after.written);
  if (after && sort === 'highest')
    query = query.where(
      sql<boolean>`(reviews.rating, reviews.reviewed_position) < (${after.rating}, ${after.written})`,
    );
  if (after && sort === 'lowest')
    query = query
      .where('reviews.rating', '>=', after.rating)
      .where((of) =>
        of.or([of('reviews.rating', '>', after.rating), of('reviews.reviewed_position', '<', after.written)]),
      );
  if (sort !== 'newest') query = query.orderBy('reviews.rating', sort === 'highest' ? 'desc' : 'asc');
  return query.orderBy('reviews.reviewed_position', 'desc').limit(limit);
};

/** A page of reviews in the order that is asked for, equals newest first. */
export const findReviews = (tables: Kysely<ReadTables>, page: ReviewPage): Promise<ListedReview[]> =>
  reviewsFound(tables, page).execute();

/** Those of the reviews that have one of the ids, in no order. */
export const reviewsByIds = (tables: Kysely<ReadTables>, ids: readonly string[]): Promise<ReviewRow[]> =>
  reviews(tables).where('reviews.id', '=', sql<string>`any(${ids}::uuid[])`).execute();

/**
 * One review by its id. While its course is out of the catalogue it is its author's alone: what they wrote they can still
 * read, revise and take back. @param reader who asks, or null.
 */
export const reviewFor = (
  tables: Kysely<ReadTables>,
  id: string,
  reader: string | null,
): Promise<ReviewRow | undefined> =>
  presentReviews(tables)
    .where('reviews.id', '=', id)
    .where((of) =>
      reader === null
        ? of('courses.withdrawn', '=', false)
        : of.or([of('courses.withdrawn', '=', false), of('reviews.user_id', '=', reader)]),
    )
    .executeTakeFirst();
