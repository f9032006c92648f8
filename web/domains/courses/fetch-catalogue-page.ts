import { cataloguePage } from '#contract/schemas/courses.ts';
import { getWithPosition } from '../../client/api/get.ts';
import type { LogPosition } from '../../client/api/log-position.ts';
import { getPagePosition } from '../../client/live/live-pages.ts';
import type { CatalogueListing } from './catalogue-order.ts';
import type { CataloguePage } from './catalogue-pages.ts';

/**
 * Fetches a page of the catalogue.
 * @param page which page: `cursor` is the `next` of the previous one, or null for the first page.
 * @throws ApiError
 */
export const fetchCataloguePage = async (
  { search, category, sort, teacher }: CatalogueListing,
  page: { cursor?: string | null; limit: number; signal?: AbortSignal },
): Promise<{ data: CataloguePage; readAt: LogPosition | null }> => {
  const { cursor = null, limit, signal } = page;
  const { data, readAt, next } = await getWithPosition('/catalogue', cataloguePage, {
    query: {
      search: search === '' ? undefined : search,
      category: category ?? undefined,
      sort: sort === 'match' ? undefined : sort,
      instructorId: teacher?._id,
      // Also the courses that name the teacher without a link to the account.
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
