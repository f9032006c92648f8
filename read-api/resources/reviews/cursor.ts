import { z } from 'zod';
import type { ReviewSort } from '#contract/reviews.ts';
import { problemError } from '#platform/problems.ts';

/** Where a page of reviews ended: the rating (0 where the order is not by it), and where the review was written. */
export type ReviewPlace = { rating: number; written: number };

/** Which list a cursor leads on in. */
export type ReviewListing = { sort: ReviewSort; courseId: string | undefined };

const cursorSchema = z.tuple([
  z.string(),
  z.string(),
  z.number().min(0).max(10),
  z.number().int().nonnegative(),
]);

const listOf = ({ sort, courseId }: ReviewListing): [string, string] => [sort, courseId ?? ''];

/** A cursor leads on in its own list only: that stands in it. */
export const encodeCursor = (at: ReviewPlace, listing: ReviewListing): string =>
  Buffer.from(JSON.stringify([...listOf(listing), at.rating, at.written])).toString('base64url');

const read = (cursor: string): unknown => {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
  } catch {
    return null;
  }
};

/** @throws problem 'invalid-input' for what is no cursor, or one of another list. */
export const decodeCursor = (cursor: string, listing: ReviewListing): ReviewPlace => {
  const parsed = cursorSchema.safeParse(read(cursor));
  const [sort, courseId] = listOf(listing);
  if (!parsed.success || parsed.data[0] !== sort || parsed.data[1] !== courseId)
    throw problemError('invalid-input', 'The cursor is not one of this list. Begin again without it.', [
      { path: 'cursor', message: 'The cursor is not one of this list.' },
    ]);
  return { rating: parsed.data[2], written: parsed.data[3] };
};
