import { queryOptions, useQuery } from '@tanstack/react-query';
import { type PastCourse, pastCourse } from '#contract/courses.ts';
import { get } from '../../client/api/get.ts';

/**
 * A course as it was at a moment. Kept apart from the courses of today, which follow the live messages: what was stays as
 * it was. While one steps from version to version the last one stays.
 */
const pastQuery = (id: string, moment: string) =>
  queryOptions({
    queryKey: ['past-course', id, moment],
    queryFn: ({ signal }): Promise<PastCourse> =>
      get(`/courses/${encodeURIComponent(id)}`, pastCourse, { query: { asOf: moment }, signal }),
    placeholderData: (known, before) => (before?.queryKey[1] === id ? known : undefined),
    // The past does not change; what came after it may have.
    staleTime: 0,
  });

/** @param moment a position of the log or a time (ISO). */
export const usePastCourse = (id: string, moment: string) => useQuery(pastQuery(id, moment));
