import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { type Course, course, courseList, pastCourse } from '#contract/schemas/courses.ts';
import { get, getWithPosition } from '../../client/api/get.ts';
import { fetchAndCatchUp } from '../../client/live/fetch-and-catch-up.ts';
import { courseKeys, mergeIntoCourse, mergeIntoCourseList } from './course-live.ts';

/**
 * The courses whose name contains `search` (all if it is empty), then courses with similar names. While another search is
 * loading, the previous result stays (`isPlaceholderData`).
 */
export const courseListQuery = (search = '') =>
  queryOptions({
    queryKey: courseKeys.list(search),
    queryFn: ({ signal }): Promise<readonly Course[]> =>
      fetchAndCatchUp<readonly Course[]>(
        () =>
          getWithPosition('/courses', courseList, {
            query: search === '' ? {} : { searchParams: search },
            signal,
          }),
        (list, update) => mergeIntoCourseList(list, update, search),
      ),
    placeholderData: keepPreviousData,
  });

/** One course. If it is unknown or removed, the error is an ApiError with status 404. */
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

/** A course as it was at a moment. @param moment log position or ISO timestamp. */
export const usePastCourse = (id: string, moment: string) =>
  useQuery({
    // Not below `courseKeys`, because live updates must not change the past.
    queryKey: [...pastCourseKey, id, moment],
    queryFn: ({ signal }) =>
      get(`/courses/${encodeURIComponent(id)}`, pastCourse, { query: { asOf: moment }, signal }),
    // The previous version stays visible while the next one is loading.
    placeholderData: (previous, previousQuery) => (previousQuery?.queryKey[1] === id ? previous : undefined),
    // A version never changes, but a later one may have been added.
    staleTime: 0,
  });
