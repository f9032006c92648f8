import { createHash } from 'node:crypto';
import { z } from 'zod';
import { problemError } from '#platform/problems.ts';

/** How alike a name is that contains the text: more than any near miss, so that one descending order holds both. */
export const contained = 1_000;

const place = z.object({
  likeness: z.number().int().min(0).max(contained),
  added: z.number().int().nonnegative(),
});
/**
 * Where a page of courses ended, in the order of the list: names that contain the text, then near misses by
 * likeness (thousandths, best first), each by the place in the log where the course was added.
 */
export type CoursePlace = z.infer<typeof place>;

/** A cursor leads on in its own list only: what was searched for stands in it, as a digest. */
const markOf = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 8);

/** @param text what is searched for, folded. */
export const encodeCursor = (at: CoursePlace, text: string): string =>
  Buffer.from(JSON.stringify([markOf(text), at.likeness, at.added])).toString('base64url');

const read = (cursor: string): unknown => {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
  } catch {
    return null;
  }
};

/** @throws problem 'invalid-input' for what is no cursor, or one of another search. */
export const decodeCursor = (cursor: string, text: string): CoursePlace => {
  const parts = read(cursor);
  const [mark, likeness, added] = Array.isArray(parts) ? parts : [];
  const parsed = place.safeParse({ likeness, added });
  if (mark !== markOf(text) || !parsed.success)
    throw problemError('invalid-input', 'The cursor is not one of this list. Begin again without it.', [
      { path: 'cursor', message: 'The cursor is not one of this list.' },
    ]);
  return parsed.data;
};
