import type { Kysely } from 'kysely';
import { calls } from '#contract/calls.ts';
import { headers } from '#contract/headers.ts';
import { may } from '#contract/policies.ts';
import { mostReviews } from '#contract/reviews.ts';
import { reviewIdOf } from '#platform/identity/ids.ts';
import type { ReadTables } from '#platform/read-tables/tables.ts';
import type { Reader } from '../../authorization/admit.ts';
import { queryOf } from '../../query-handler/answer.ts';
import { decodeCursor, encodeCursor } from './cursor.ts';
import { type Eyes, presentReview, type ReviewRow } from './present.ts';
import { findReviews, reviewFor } from './query.ts';

const eyesOf = (reader: Reader | null, row: ReviewRow): Eyes => {
  if (reader?.userId === row.user_id) return 'author';
  return may(reader?.userType ?? null, 'user.readOther') ? 'admin' : 'other';
};

const present = (reader: Reader | null) => (row: ReviewRow) => presentReview(row, eyesOf(reader, row));

/** GET /reviews */
export const listReviews = (tables: Kysely<ReadTables>) =>
  queryOf(calls.listReviews, {
    models: ['reviews', 'courses', 'users'],
    answer: async ({ query, reader }) => {
      const { sort, courseId, cursor, limit = mostReviews } = query;
      const listing = { sort, courseId };
      const after = cursor === undefined ? null : decodeCursor(cursor, listing);
      // An enrolment has one review at most.
      const ofEnrolment = courseId && (await reviewFor(tables, reviewIdOf(courseId), reader?.userId ?? null));
      if (ofEnrolment) return { body: after ? [] : [present(reader)(ofEnrolment)] };
      const found = await findReviews(tables, { ...listing, after, limit: limit + 1 });
      const page = found.slice(0, limit);
      const body = page.map(present(reader));
      const last = page.at(-1);
      if (found.length <= limit || !last) return { body };
      const place = { rating: sort === 'newest' ? 0 : last.rating, written: last.written };
      return { body, headers: { [headers.nextCursor]: encodeCursor(place, listing) } };
    },
  });
