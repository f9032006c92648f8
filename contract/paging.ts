import { z } from 'zod';

/**
 * `limit` in the query of a list: how many of it an answer holds at most, 1 to `most`; text that is a number is taken.
 * @param sentence what is said of anything else.
 */
export const pageLimit = (most: number, sentence = `The limit must be a whole number from 1 to ${most}.`) =>
  z.coerce
    .number({ error: sentence })
    .int({ error: sentence })
    .min(1, { error: sentence })
    .max(most, { error: sentence });

/** `cursor` as the header `Next-Cursor` gave it: whether it is one of this list only the server can tell. */
export const opaqueCursor = z
  .string({ error: 'The cursor must be given once.' })
  .max(500, { error: 'The cursor is longer than any real one.' });

const placeSentence = 'The cursor is not one of this list.';
/** A place in a list that follows the log: a position. */
export const positionInList = z.coerce
  .number({ error: placeSentence })
  .int({ error: placeSentence })
  .nonnegative({ error: placeSentence })
  .max(Number.MAX_SAFE_INTEGER, { error: placeSentence });
