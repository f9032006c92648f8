import { z } from 'zod';
import { getAt } from './get.ts';
import type { LogPlace } from './log-position.ts';

/** A page of a long list: what is on it, whether it is the first, and the cursor of the next one (null for the last). */
export type ListPage<T> = { items: readonly T[]; first: boolean; next: string | null };

/**
 * Reads one page of a list.
 * @param cursor the one that the page before gave, null for the first page.
 * @throws ApiError
 */
export const getPage = async <S extends z.ZodType>(
  path: string,
  item: S,
  options: {
    cursor: string | null;
    query?: Record<string, string | number | undefined>;
    signal?: AbortSignal;
  },
): Promise<{ data: ListPage<z.output<S>>; place: LogPlace | null }> => {
  const { cursor, query, ...rest } = options;
  const { data, place, next } = await getAt(path, z.array(item), {
    ...rest,
    query: { ...query, cursor: cursor ?? undefined },
  });
  return { data: { items: data, first: cursor === null, next }, place };
};
