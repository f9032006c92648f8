import { z } from 'zod/mini';

/**
 * The query parameter `limit` of a list: the maximum number of entries in an answer. Numeric text is accepted.
 * @param max the largest limit; the smallest is 1.
 * @param message the error for a value that is not a whole number in this range.
 */
export const pageLimit = (max: number, message = `The limit must be a whole number from 1 to ${max}.`) =>
  z.coerce
    .number({ error: message })
    .check(z.int({ error: message }), z.gte(1, { error: message }), z.lte(max, { error: message }));

/** The query parameter `cursor`: the value of an earlier `Next-Cursor` header. Only the server can tell whether it is valid. */
export const opaqueCursor = z
  .string({ error: 'The cursor must be given once.' })
  .check(z.maxLength(500, { error: 'The cursor is too long.' }));

const cursorError = 'The cursor does not belong to this list.';
/** A cursor in a list that is ordered by log position. */
export const positionCursor = z.pipe(
  z.string({ error: cursorError }).check(z.regex(/^\d{1,16}$/, { error: cursorError })),
  z.coerce.number<string>().check(z.int({ error: cursorError }), z.nonnegative()),
);
