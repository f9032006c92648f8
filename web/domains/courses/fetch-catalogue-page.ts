import { cataloguePage } from '#contract/schemas/courses.ts';
import { getWithPosition } from '../../client/api/get.ts';
import type { LogPosition } from '../../client/api/log-position.ts';
import { getPagePosition } from '../../client/live/catch-up-pages.ts';
import type { CatalogueListing } from './catalogue-order.ts';
import type { CataloguePage } from './catalogue-pages.ts';

/**
 * Fetches a page of the catalogue.
 * @param page.cursor the `next` of the previous page; null for the first page.
 * @throws ApiError
 */
export const fetchCataloguePage = async (
  { search, category, sort, teacher }: CatalogueListing,
  { cursor = null, limit, signal }: { cursor?: string | null; limit: number; signal?: AbortSignal },
): Promise<{ data: CataloguePage; readAt: LogPosition | null }> => {
  const { data, readAt, next } = await getWithPosition('/catalogue', cataloguePage, {
    query: {
      search: search === '' ? undefined : search,
      category: category ?? undefined,
      sort: sort === 'match' ? undefined : sort,
      instructorId: teacher?._id,
      alsoByName: teacher && 'true',
      limit,
      cursor: cursor ?? undefined,
    },
    signal,
  });
  const end = data.courses.at(-1) ?? null;
  return {
    data: { ...data, end, next, readAtPosition: getPagePosition(readAt), isTotalOutdated: false },
    readAt,
  };
};
