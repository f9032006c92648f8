import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { courseList } from '#contract/schemas/courses.ts';
import { get } from '../../client/api/get.ts';
import { courseKeys } from '../../domains/courses/course-live.ts';

/** The first eight courses for what was typed; none while nothing is. */
export const courseSuggestions = (typed: string) => {
  const search = typed.trim();
  return queryOptions({
    queryKey: [...courseKeys.all, 'suggestions', search],
    queryFn: ({ signal }) =>
      search === ''
        ? []
        : get('/courses', courseList, { query: { searchParams: search.slice(0, 200), limit: 8 }, signal }),
    placeholderData: keepPreviousData,
  });
};
