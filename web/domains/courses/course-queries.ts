import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query';
import { useEffect } from 'react';
import { type Course, course, pastCourse } from '#contract/schemas/courses.ts';
import { get, getWithPosition } from '../../client/api/get.ts';
import { fetchAndCatchUp } from '../../client/live/fetch-and-catch-up.ts';
import { livePagesOptions } from '../../client/live/live-pages.ts';
import type { CatalogueListing } from './catalogue-order.ts';
import { type CataloguePage, mergeIntoCatalogue, summarizePages } from './catalogue-pages.ts';
import { courseKeys } from './course-keys.ts';
import { mergeIntoCourse } from './course-live.ts';
import { fetchCataloguePage } from './fetch-catalogue-page.ts';
import { scheduleTotalsRefetch } from './outdated-totals.ts';

/** The default number of courses that a list shows at first, and adds whenever the user asks for more. */
export const cataloguePageSize = 48;

/** All courses, in the order in which they were added. */
export const wholeCatalogue: CatalogueListing = { search: '', category: null, sort: 'match' };

export const catalogueQuery = (listing: CatalogueListing, pageSize: number) =>
  infiniteQueryOptions({
    queryKey: courseKeys.list(listing, pageSize),
    ...livePagesOptions<CataloguePage>({
      fetchPage: (cursor, signal) => fetchCataloguePage(listing, { cursor, limit: pageSize, signal }),
      merge: (cached, update) => mergeIntoCatalogue(cached, update, listing),
    }),
    // The previous courses stay visible (`isPlaceholderData`) while those of another listing are loading.
    placeholderData: keepPreviousData,
  });

/**
 * Returns the loaded courses of a listing, the total number of its courses, and names to suggest if it has none.
 * `fetchNextPage` loads more. Live updates change the list.
 */
export const useCatalogueList = (listing: CatalogueListing, pageSize = cataloguePageSize) => {
  const query = useInfiniteQuery(catalogueQuery(listing, pageSize));
  const first = query.data?.pages[0];
  const isTotalOutdated = first?.isTotalOutdated === true;
  // biome-ignore lint/correctness/useExhaustiveDependencies: an update at a later position may outdate the total again
  useEffect(() => {
    if (isTotalOutdated) scheduleTotalsRefetch();
  }, [isTotalOutdated, first?.position]);
  return { ...query, list: query.data && summarizePages(query.data) };
};

/** Returns the query for one course. If the course is unknown or removed, the error is an ApiError with status 404. */
export const courseQuery = (id: string) =>
  queryOptions({
    queryKey: courseKeys.one(id),
    queryFn: ({ signal }): Promise<Course> =>
      fetchAndCatchUp(
        () => getWithPosition(`/courses/${encodeURIComponent(id)}`, course, { signal }),
        mergeIntoCourse,
      ),
  });

export const pastCourseKey = ['past-course'] as const;

/** Queries a course as it was at a moment in the past. @param moment log position or ISO timestamp. */
export const usePastCourse = (id: string, moment: string) =>
  useQuery({
    // The key is not one of `courseKeys`, because live updates must not change the past.
    queryKey: [...pastCourseKey, id, moment],
    queryFn: ({ signal }) =>
      get(`/courses/${encodeURIComponent(id)}`, pastCourse, { query: { asOf: moment }, signal }),
    // The previous version stays visible while the next one is loading.
    placeholderData: (previous, previousQuery) => (previousQuery?.queryKey[1] === id ? previous : undefined),
    // A version never changes, but the number of versions may have grown since.
    staleTime: 0,
  });
