import { type Kysely, sql } from 'kysely';
import { z } from 'zod';
import type { ReviewSort } from '#contract/schemas/reviews.ts';
import type { ReadTables } from '#platform/read-tables/read-tables.ts';
import type { ReviewRow } from './present.ts';

/**
 * The sort keys of a page’s last review: its rating (0 if newest first), and the position of the event that last
 * wrote it.
 */
export const reviewCursor = z.tuple([z.number().min(0).max(10), z.number().int().nonnegative()]);
type ReviewCursor = z.infer<typeof reviewCursor>;

/** Selects reviews that are not removed, with the current data of course and author. The course may be removed. */
const selectReviews = (tables: Kysely<ReadTables>) =>
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
      'courses.withdrawn',
      'users.name as user_name',
      'users.email',
    ]);

/** Selects reviews of courses in the catalogue. */
const selectListedReviews = (tables: Kysely<ReadTables>) =>
  selectReviews(tables).where('courses.withdrawn', '=', false);

/** `written` is the position of the event that last wrote the review. */
type ListedReview = ReviewRow & { written: number };
export type ReviewPage = {
  sort: ReviewSort;
  courseId: string | undefined;
  after: ReviewCursor | null;
  limit: number;
};

/** Selects the rows of {@link findReviews}. Exported so that a test can check its plan: each order has its own index. */
export const selectReviewPage = (tables: Kysely<ReadTables>, page: ReviewPage) => {
  const { sort, courseId, after, limit } = page;
  let query = selectListedReviews(tables).select(
    sql<number>`reviews.reviewed_position::float8`.as('written'),
  );
  if (courseId !== undefined) query = query.where('reviews.course_id', '=', courseId);
  if (after) {
    const [rating, written] = after;
    if (sort === 'newest') query = query.where('reviews.reviewed_position', '<', written);
    if (sort === 'highest')
      query = query.where(
        sql<boolean>`(reviews.rating, reviews.reviewed_position) < (${rating}, ${written})`,
      );
    if (sort === 'lowest')
      query = query
        .where('reviews.rating', '>=', rating)
        .where((expression) =>
          expression.or([
            expression('reviews.rating', '>', rating),
            expression('reviews.reviewed_position', '<', written),
          ]),
        );
  }
  if (sort !== 'newest') query = query.orderBy('reviews.rating', sort === 'highest' ? 'desc' : 'asc');
  return query.orderBy('reviews.reviewed_position', 'desc').limit(limit);
};

/** Finds a page of reviews in the given order. Equal ratings are sorted newest first. */
export const findReviews = (tables: Kysely<ReadTables>, page: ReviewPage): Promise<ListedReview[]> =>
  selectReviewPage(tables, page).execute();

/** Finds the reviews with these ids, including those of removed courses, in no particular order. */
export const findReviewsByIds = (tables: Kysely<ReadTables>, ids: readonly string[]): Promise<ReviewRow[]> =>
  selectReviews(tables).where('reviews.id', '=', sql<string>`any(${ids}::uuid[])`).execute();

/**
 * Finds the review with this id. If its course is removed, only the author finds the review, because the author may still
 * read, revise and withdraw it.
 * @param readerId null for a visitor.
 */
export const findReview = (
  tables: Kysely<ReadTables>,
  id: string,
  readerId: string | null,
): Promise<ReviewRow | undefined> =>
  selectReviews(tables)
    .where('reviews.id', '=', id)
    .where((expression) =>
      readerId === null
        ? expression('courses.withdrawn', '=', false)
        : expression.or([
            expression('courses.withdrawn', '=', false),
            expression('reviews.user_id', '=', readerId),
          ]),
    )
    .executeTakeFirst();
