import type { z } from 'zod';
import { headers } from '#contract/headers.ts';
import { problemError } from '#platform/problems.ts';

/**
 * Returns the opaque cursor of the page that begins after a row.
 * @param listId identifies the list (search text, sort order): a cursor is accepted only in the list from which it came.
 * @param sortKeys of that row, which is the last one of the previous page.
 */
export const encodeCursor = (listId: readonly string[], sortKeys: readonly (number | string)[]): string =>
  Buffer.from(JSON.stringify([...listId, ...sortKeys])).toString('base64url');

const parseCursor = (cursor: string): unknown[] => {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    return Array.isArray(parts) ? parts : [];
  } catch {
    return [];
  }
};

/**
 * Returns the sort keys that {@link encodeCursor} was given.
 * @param rowSchema validates these sort keys.
 * @throws problem 'invalid-input' for a malformed cursor or a cursor from a different list.
 */
export const decodeCursor = <S extends z.ZodType>(
  cursor: string,
  listId: readonly string[],
  rowSchema: S,
): z.infer<S> => {
  const parts = parseCursor(cursor);
  const parsed = rowSchema.safeParse(parts.slice(listId.length));
  if (!parsed.success || listId.some((part, index) => parts[index] !== part))
    throw problemError('invalid-input', 'The cursor does not belong to this list. Begin again without it.', [
      { path: 'cursor', message: 'The cursor does not belong to this list.' },
    ]);
  return parsed.data;
};

/**
 * Cuts the result of a query that was limited to one row more than the page holds.
 * @param cursorOf returns the cursor of the page after a row.
 * @returns the rows of the page, and the header with the cursor of the next page, if there is one.
 */
export const cutPage = <R>(
  found: readonly R[],
  limit: number,
  cursorOf: (last: R) => string,
): { rows: R[]; headers: Record<string, string> } => {
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  const hasNext = found.length > limit && last !== undefined;
  return { rows, headers: hasNext ? { [headers.nextCursor]: cursorOf(last) } : {} };
};
