import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { type Course, course, courseList } from '#contract/courses.ts';
import { getAt } from '../../client/api/get.ts';
import { withMissed } from '../../client/live/with-missed.ts';
import { coursesKeys } from './keys.ts';
import { mergeIntoList, mergeIntoOne } from './merge.ts';

/**
 * The courses whose name contains `search` ('' is all), then near misses. While another search is under way the last
 * answer stays (`isPlaceholderData`).
 */
export const courseListQuery = (search = '') =>
  queryOptions({
    queryKey: coursesKeys.list(search),
    queryFn: ({ signal }): Promise<readonly Course[]> =>
      withMissed<readonly Course[]>(
        () => getAt('/courses', courseList, { query: search === '' ? {} : { searchParams: search }, signal }),
        (list, message) => mergeIntoList(list, message, search),
      ),
    placeholderData: keepPreviousData,
  });

/** One course. An unknown or removed one is an ApiError with the status 404. */
export const courseQuery = (id: string) =>
  queryOptions({
    queryKey: coursesKeys.one(id),
    queryFn: ({ signal }): Promise<Course> =>
      withMissed(() => getAt(`/courses/${encodeURIComponent(id)}`, course, { signal }), mergeIntoOne),
  });
