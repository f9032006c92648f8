import { queryOptions, useQuery } from '@tanstack/react-query';
import { allRatings, courseRatings } from '#contract/reviews.ts';
import { get } from '../../client/api/get.ts';
import { ratingsKeys } from './keys.ts';
import './follow-live.ts';

const wholeQuery = queryOptions({
  queryKey: ratingsKeys.whole,
  queryFn: ({ signal }) => get('/ratings', allRatings, { signal }),
});

/** What all reviews come to, and the courses that have any. */
export const useAllRatings = () => useQuery(wholeQuery);

/** What the reviews of one course come to. */
export const useCourseRatings = (courseId: string) =>
  useQuery({
    queryKey: ratingsKeys.course(courseId),
    queryFn: ({ signal }) => get(`/ratings/${encodeURIComponent(courseId)}`, courseRatings, { signal }),
  });
