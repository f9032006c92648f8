import type { Kysely } from 'kysely';
import { endpoints } from '#contract/endpoints.ts';
import { isPermitted } from '#contract/policies.ts';
import { maxReviewsPerPage, maxReviewsWithoutLimit } from '#contract/schemas/reviews.ts';
import { reviewIdOf } from '#platform/identity/record-ids.ts';
import type { ReadTables } from '#platform/read-tables/read-tables.ts';
import type { Reader } from '../../authorization/authorize.ts';
import { cutPage, decodeCursor, encodeCursor } from '../../query-handler/cursor.ts';
import { defineQuery } from '../../query-handler/query-definition.ts';
import { presentReview, type ReviewRow, type ReviewViewer } from './present.ts';
import { findReview, findReviews, reviewCursor } from './query.ts';

const toViewer = (row: ReviewRow, reader: Reader | null): ReviewViewer => {
  if (reader?.userId === row.user_id) return 'author';
  return isPermitted(reader?.userType ?? null, 'user.readOther') ? 'admin' : 'other';
};

/** GET /reviews */
export const listReviews = (tables: Kysely<ReadTables>) =>
  defineQuery(endpoints.listReviews, {
    models: ['reviews', 'courses', 'users'],
    answer: async ({ query, reader }) => {
      const { sort, courseId, cursor } = query;
      // Anybody can make up cursors, and the answer to a new cursor is not cached. So a page after a cursor
      // has a lower limit.
      const limit = query.limit ?? (cursor === undefined ? maxReviewsWithoutLimit : maxReviewsPerPage);
      const listId = [sort, courseId ?? ''];
      const after = cursor === undefined ? null : decodeCursor(cursor, listId, reviewCursor);
      const present = (row: ReviewRow) => presentReview(row, toViewer(row, reader));
      // The parameter courseId may also be the id of an enrolment, which has at most one review.
      const reviewOfEnrolment =
        courseId && (await findReview(tables, reviewIdOf(courseId), reader?.userId ?? null));
      if (reviewOfEnrolment) return { body: after ? [] : [present(reviewOfEnrolment)] };
      const found = await findReviews(tables, { sort, courseId, after, limit: limit + 1 });
      const { rows, headers } = cutPage(found, limit, (last) =>
        encodeCursor(listId, [sort === 'newest' ? 0 : last.rating, last.written]),
      );
      return { body: rows.map(present), headers };
    },
  });
