import { hashKey, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import type { LiveTrending } from '#contract/public-live-messages.ts';
import {
  allRatings,
  courseRatings,
  type Review,
  ratedCourseList,
  reviewList,
} from '#contract/schemas/reviews.ts';
import { get, getWithPosition } from '../../client/api/get.ts';
import { fetchAndCatchUp } from '../../client/live/fetch-and-catch-up.ts';
import { getPagePosition, joinById, livePagesOptions } from '../../client/live/live-pages.ts';
import { viewerAtom } from '../../client/session/session.ts';
import {
  mergeIntoReviews,
  type ReviewListing,
  type ReviewPage,
  ratingKeys,
  reviewKeys,
} from './review-live.ts';
import { getNewestTrending, pickLatestTrending, trendingKey } from './trending-live.ts';

const pageSize = 24;

const isSameKey = (key: readonly unknown[] | undefined, other: readonly unknown[]) =>
  key !== undefined && hashKey(key) === hashKey(other);

/** Queries the reviews of a listing, as the viewer may see them. `fetchNextPage` loads more. */
export const useReviews = (listing: ReviewListing) => {
  const viewer = useAtomValue(viewerAtom);
  const { sort, courseId } = listing;
  const query = useInfiniteQuery({
    queryKey: reviewKeys.list(viewer ?? '', listing),
    enabled: viewer !== null,
    ...livePagesOptions<ReviewPage>({
      fetchPage: async (cursor, signal) => {
        const query = { sort, courseId: courseId ?? undefined, limit: pageSize, cursor: cursor ?? undefined };
        const { data, readAt, next } = await getWithPosition('/reviews', reviewList, { query, signal });
        const page = {
          reviews: data,
          end: data.at(-1) ?? null,
          next,
          readAtPosition: getPagePosition(readAt),
        };
        return { data: page, readAt };
      },
      merge: (reviews, update) => mergeIntoReviews(reviews, update, listing),
    }),
    // A rendered page contains the reviews as a visitor sees them. They stay until the reviews for the current viewer are loaded.
    placeholderData: (previousData, previousQuery) =>
      isSameKey(previousQuery?.queryKey, reviewKeys.list('visitor', listing)) ? previousData : undefined,
  });
  return { ...query, reviews: query.data && joinById(query.data.pages.map((page) => page.reviews)) };
};

/** Queries the signed-in student's own review of a course; null if there is none. */
export const useOwnReview = (enrolmentId: string) => {
  const viewer = useAtomValue(viewerAtom);
  return useQuery({
    queryKey: reviewKeys.own(viewer ?? '', enrolmentId),
    enabled: viewer !== null,
    queryFn: ({ signal }): Promise<Review | null> =>
      fetchAndCatchUp<Review | null>(
        async () => {
          const query = { courseId: enrolmentId, limit: 1 };
          const { data, readAt } = await getWithPosition('/reviews', reviewList, { query, signal });
          return { data: data.find((review) => review.enrolmentId === enrolmentId) ?? null, readAt };
        },
        (review, update) => {
          if (update.kind === 'review-removed') return update.data._id === review?._id ? null : review;
          const isOwn =
            (update.kind === 'review-added' || update.kind === 'review-changed') &&
            update.data.enrolmentId === enrolmentId;
          return isOwn ? update.data : review;
        },
      ),
  });
};

/** The filter by course offers at most this many courses: those with the most reviews. */
export const maxCoursesInFilter = 100;

export const useAllRatings = () =>
  useQuery({
    queryKey: ratingKeys.ofAllCourses,
    queryFn: ({ signal }) => get('/ratings', allRatings, { query: { limit: maxCoursesInFilter }, signal }),
  });

export const useCourseRatings = (courseId: string) =>
  useQuery({
    queryKey: ratingKeys.course(courseId),
    queryFn: ({ signal }) => get(`/ratings/${encodeURIComponent(courseId)}`, courseRatings, { signal }),
  });

/** Queries the trending courses, best first. */
export const useTrending = () =>
  useQuery({
    queryKey: trendingKey,
    queryFn: async ({ signal }): Promise<LiveTrending> => {
      const { data, readAt } = await getWithPosition('/highRatedCourses', ratedCourseList, { signal });
      const fetched = { position: readAt?.position ?? 0, logId: readAt?.logId ?? '', courses: data };
      return pickLatestTrending(fetched, getNewestTrending());
    },
    select: ({ courses }) => courses,
  });
