import { z } from 'zod/mini';
import { getWithPosition } from './get.ts';
import type { LogPosition } from './log-position.ts';

/**
 * A page of a long list. `next`: the cursor of the next page; null on the last page. `readAtPosition`: the log
 * position that the page shows; 0 if the answer does not name one.
 */
export type ListPage<T> = {
  items: readonly T[];
  isFirst: boolean;
  next: string | null;
  readAtPosition: number;
};

/**
 * Fetches one page of a list.
 * @param options.cursor the `next` of the previous page; null for the first page.
 * @throws as {@link getWithPosition} does.
 */
export const getPage = async <S extends z.ZodMiniType>(
  path: string,
  item: S,
  options: {
    cursor: string | null;
    query?: Record<string, string | number | undefined>;
    signal?: AbortSignal;
  },
): Promise<{ data: ListPage<z.output<S>>; readAt: LogPosition | null }> => {
  const { cursor, query, ...rest } = options;
  const { data, readAt, next } = await getWithPosition(path, z.array(item), {
    ...rest,
    query: { ...query, cursor: cursor ?? undefined },
  });
  return {
    data: { items: data, isFirst: cursor === null, next, readAtPosition: readAt?.position ?? 0 },
    readAt,
  };
};
