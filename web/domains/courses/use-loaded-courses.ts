import { hashKey, useInfiniteQuery } from '@tanstack/react-query';
import type { CatalogueCourse } from '#contract/schemas/courses.ts';
import { isTransient } from '../../client/api/api-error.ts';
import { queryClient } from '../../client/query-client.ts';
import { type CatalogueListing, createCatalogueOrder, isListed } from './catalogue-order.ts';
import type { CataloguePages } from './catalogue-pages.ts';
import { courseKeys } from './course-keys.ts';
import { cataloguePageSize, catalogueQuery, wholeCatalogue } from './course-queries.ts';

const isWholeCatalogue = (listing: CatalogueListing) =>
  hashKey(courseKeys.list(listing, cataloguePageSize)) ===
  hashKey(courseKeys.list(wholeCatalogue, cataloguePageSize));

/**
 * Returns a substitute for a listing while the server cannot be reached or is too busy: the courses of the listing that this tab has
 * loaded in any list, or that are in the response cache.
 * @param error the error of the listing; null if it is loaded or loading.
 * @returns null unless `error` says that the server cannot be reached or is too busy. Also null while the response cache is being read, or if no course was
 * loaded before.
 */
export const useLoadedCourses = (listing: CatalogueListing, error: unknown): CatalogueCourse[] | null => {
  const isUnavailable = error !== null && isTransient(error);
  const stored = useInfiniteQuery({
    ...catalogueQuery(wholeCatalogue, cataloguePageSize),
    // If the failed listing is the whole catalogue, this would be the same query: it would fail and be retried endlessly.
    enabled: isUnavailable && !isWholeCatalogue(listing),
  });
  if (!isUnavailable || stored.isPending) return null;
  const byId = new Map<string, CatalogueCourse>();
  for (const [, cached] of queryClient.getQueriesData<CataloguePages>({ queryKey: courseKeys.lists }))
    for (const { courses } of cached?.pages ?? []) for (const course of courses) byId.set(course._id, course);
  if (byId.size === 0) return null;
  return [...byId.values()]
    .filter((course) => isListed(course, listing) === true)
    .sort(createCatalogueOrder(listing));
};
