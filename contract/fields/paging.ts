import { z } from 'zod/mini';

/**
 * The query parameter `limit` of a list: how many entries an answer holds at most. Numeric text is accepted.
 * @param max the largest limit; the smallest is 1.
 * @param sentence the error for any other value.
 */
export const pageLimit = (max: number, sentence = `The limit must be a whole number from 1 to ${max}.`) =>
  z.coerce
    .number({ error: sentence })
    .check(z.int({ error: sentence }), z.gte(1, { error: sentence }), z.lte(max, { error: sentence }));

/** The query parameter `cursor`, as the header `Next-Cursor` gave it. Only the server can tell whether it is valid. */
export const opaqueCursor = z
  .string({ error: 'The cursor must be given once.' })
  .check(z.maxLength(500, { error: 'The cursor is too long.' }));

const cursorSentence = 'The cursor does not belong to this list.';
/** A cursor in a list that is ordered by log position. */
export const positionCursor = z.coerce
  .number({ error: cursorSentence })
  .check(
    z.int({ error: cursorSentence }),
    z.nonnegative({ error: cursorSentence }),
    z.lte(Number.MAX_SAFE_INTEGER, { error: cursorSentence }),
  );
