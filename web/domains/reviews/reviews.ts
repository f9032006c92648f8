import { type InfiniteData, infiniteQueryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { type Review, reviewList } from '#contract/reviews.ts';
import { getAt } from '../../client/api/get.ts';
import { withMissed } from '../../client/live/with-missed.ts';
import { queryClient } from '../../client/query-client.ts';
import { readerAtom } from '../../client/session/reader.ts';
import './follow-live.ts';
import { reviewsKeys } from './keys.ts';
import { mergeIntoPage, type ReviewListing, type ReviewPage } from './merge.ts';

/** Reviews that are fetched at once. */
const pageSize = 24;

/** Where a page begins: the server's cursor, and the review that the page before ended with. */
export type PageStart = { cursor: string | null; after: Review | null };
const firstPage: PageStart = { cursor: null, after: null };

const reviewsQuery = (reader: string | null, listing: ReviewListing) =>
  infiniteQueryOptions({
    queryKey: reviewsKeys.list(reader ?? '', listing),
    enabled: reader !== null,
    queryFn: ({ pageParam: { cursor, after }, signal }): Promise<ReviewPage> =>
      withMissed<ReviewPage>(
        async () => {
          const { data, place, next } = await getAt('/reviews', reviewList, {
            query: {
              sort: listing.sort,
              courseId: listing.courseId ?? undefined,
              limit: pageSize,
              cursor: cursor ?? undefined,
            },
            signal,
          });
          return { data: { reviews: data, next }, place };
        },
        (page, message) => mergeIntoPage(page, message, listing, after),
      ),
    initialPageParam: firstPage,
    getNextPageParam: ({ reviews, next }): PageStart | null =>
      next === null ? null : { cursor: next, after: reviews.at(-1) ?? null },
  });

/** A review may stand on two pages when it was revised between their fetches; the first is where it belongs. */
const flat = (data: InfiniteData<ReviewPage, unknown>): readonly Review[] => {
  const byId = new Map<string, Review>();
  for (const { reviews } of data.pages)
    for (const review of reviews) if (!byId.has(review._id)) byId.set(review._id, review);
  return [...byId.values()];
};

/** Reviews in an order, more of them by `fetchNextPage`; as the person at this device may read them. */
export const useReviews = (listing: ReviewListing) => {
  const query = useInfiniteQuery(reviewsQuery(useAtomValue(readerAtom), listing));
  return { ...query, reviews: query.data && flat(query.data) };
};

/**
 * The signed-in student's own review of a course.
 * @returns `review`: null when there is none, undefined while that is not known.
 */
export const useOwnReview = (enrolmentId: string) => {
  const reader = useAtomValue(readerAtom);
  const query = useQuery({
    queryKey: reviewsKeys.own(reader ?? '', enrolmentId),
    enabled: reader !== null,
    queryFn: ({ signal }): Promise<Review | null> =>
      withMissed<Review | null>(
        async () => {
          const { data, place } = await getAt('/reviews', reviewList, {
            query: { courseId: enrolmentId },
            signal,
          });
          return { data: data.find((review) => review.enrolmentId === enrolmentId) ?? null, place };
        },
        (known, message) => {
          if (message.kind === 'review-removed') return message.data._id === known?._id ? null : known;
          const isOurs =
            (message.kind === 'review-added' || message.kind === 'review-changed') &&
            message.data.enrolmentId === enrolmentId;
          return isOurs ? message.data : known;
        },
      ),
  });
  return { ...query, review: query.data };
};

/** Takes a review out of every list that is known, after the server has said that it is removed. */
export const dropReview = (id: string): void => {
  queryClient.setQueriesData<InfiniteData<ReviewPage, PageStart>>(
    { queryKey: reviewsKeys.lists },
    (data) =>
      data && {
        ...data,
        pages: data.pages.map((page) => ({
          ...page,
          reviews: page.reviews.filter(({ _id }) => _id !== id),
        })),
      },
  );
};

/** Fetches whatever reviews are shown again. @returns whether all of them are now what the server says. */
export const fetchReviewsAgain = async (): Promise<boolean> => {
  const { all: queryKey } = reviewsKeys;
  try {
    await queryClient.invalidateQueries({ queryKey }, { throwOnError: true });
  } catch {
    return false;
  }
  // Without a line it ends at once, and what waits goes on when the line is back.
  return queryClient.getQueryCache().findAll({ queryKey, fetchStatus: 'paused' }).length === 0;
};
