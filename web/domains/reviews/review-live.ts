import type { InfiniteData } from '@tanstack/react-query';
import type { LiveMessage } from '#contract/live-messages.ts';
import type { Course } from '#contract/schemas/courses.ts';
import type { Review, ReviewSort } from '#contract/schemas/reviews.ts';
import { changeItems } from '../../client/live/change-items.ts';
import { markChanged } from '../../client/live/changed-records.ts';
import type { LiveEvents } from '../../client/live/live-events.ts';
import { type LivePage, mergeIntoPages } from '../../client/live/live-pages.ts';
import { queryClient } from '../../client/query-client.ts';

/** Selects and sorts reviews. If `courseId` is null, it selects the reviews of all courses. */
export type ReviewListing = { sort: ReviewSort; courseId: string | null };
/** A page of reviews and the cursor of the next page (null for the last page). */
export type ReviewPage = LivePage & {
  reviews: readonly Review[];
  /** The last review as the server returned it; null if the page was empty. The page ends there, even if the review is revised later. */
  end: Review | null;
  next: string | null;
};
type ReviewPages = InfiniteData<ReviewPage, string | null>;

/** Reviews differ by viewer, because e-mail addresses are masked for most viewers. */
export const reviewKeys = {
  all: ['reviews'],
  lists: ['reviews', 'list'],
  list: (viewer: string, listing: ReviewListing) => ['reviews', 'list', viewer, listing],
  allOwn: ['reviews', 'own'],
  own: (viewer: string, enrolmentId: string) => ['reviews', 'own', viewer, enrolmentId],
} as const;

export const ratingKeys = {
  all: ['ratings'],
  ofAllCourses: ['ratings', 'whole'],
  course: (id: string) => ['ratings', 'course', id],
} as const;

const newestFirst = (a: Review, b: Review) => Date.parse(b.reviewedAt) - Date.parse(a.reviewedAt);
const comparators: Record<ReviewSort, (a: Review, b: Review) => number> = {
  newest: newestFirst,
  highest: (a, b) => b.rating - a.rating || newestFirst(a, b),
  lowest: (a, b) => a.rating - b.rating || newestFirst(a, b),
};

const remove = (page: ReviewPage, isRemoved: (review: Review) => boolean): ReviewPage =>
  page.reviews.some(isRemoved)
    ? { ...page, reviews: page.reviews.filter((review) => !isRemoved(review)) }
    : page;

const insert = (
  page: ReviewPage,
  review: Review,
  { sort, courseId }: ReviewListing,
  previousEnd: Review | null,
): ReviewPage => {
  const cached = page.reviews.find(({ _id }) => _id === review._id);
  // An older update must not overwrite a newer response.
  if (cached && Date.parse(cached.reviewedAt) > Date.parse(review.reviewedAt)) return page;
  if (review.unlisted || (courseId !== null && review.catalogueId !== courseId)) return page;
  const compare = comparators[sort];
  const others = page.reviews.filter(({ _id }) => _id !== review._id);
  // A review that compares as equal to the end of the previous page may be on both pages. `joinById` keeps its first occurrence.
  const belongsHere =
    (previousEnd === null || compare(previousEnd, review) <= 0) &&
    (page.next === null || (page.end !== null && compare(review, page.end) <= 0));
  if (!belongsHere) return cached ? { ...page, reviews: others } : page;
  const index = others.findIndex((other) => compare(review, other) <= 0);
  return { ...page, reviews: others.toSpliced(index === -1 ? others.length : index, 0, review) };
};

const copyCourseFields = (page: ReviewPage, course: Course): ReviewPage => {
  const reviews = changeItems(page.reviews, ({ catalogueId }) => catalogueId === course._id, {
    courseName: course.course_name,
    courseCode: course.course_code,
    courseImageUrl: course.imageUrl,
  });
  return reviews === page.reviews ? page : { ...page, reviews };
};

const mergeIntoPage = (
  page: ReviewPage,
  update: LiveMessage,
  listing: ReviewListing,
  previousEnd: Review | null,
): ReviewPage => {
  switch (update.kind) {
    case 'review-added':
    case 'review-changed':
      return insert(page, update.data, listing, previousEnd);
    case 'review-removed':
      return remove(page, ({ _id }) => _id === update.data._id);
    case 'course-removed':
      return remove(page, ({ catalogueId }) => catalogueId === update.data._id);
    case 'course-changed':
      return copyCourseFields(page, update.data);
    default:
      return page;
  }
};

/**
 * Applies one live update to the loaded pages of a listing. A new review is inserted only if its place in the order is within
 * these pages. Pages that already contain the update do not change.
 */
export const mergeIntoReviews = <D extends Pick<ReviewPages, 'pages'>>(
  cached: D,
  update: LiveMessage,
  listing: ReviewListing,
): D =>
  mergeIntoPages(cached, update, (page, index) =>
    mergeIntoPage(page, update, listing, cached.pages[index - 1]?.end ?? null),
  );

const mergeIntoLists = (update: LiveMessage) => {
  for (const { queryKey } of queryClient.getQueryCache().findAll({ queryKey: reviewKeys.lists })) {
    const listing = queryKey.at(-1) as ReviewListing;
    queryClient.setQueryData<ReviewPages>(
      queryKey,
      (cached) => cached && mergeIntoReviews(cached, update, listing),
    );
  }
};

const mergeIntoOwn = (update: LiveMessage) => {
  if (update.kind === 'review-removed')
    queryClient.setQueriesData<Review | null>({ queryKey: reviewKeys.allOwn }, (cached) =>
      cached?._id === update.data._id ? null : cached,
    );
  if ((update.kind === 'review-added' || update.kind === 'review-changed') && update.data.own)
    for (const { queryKey } of queryClient.getQueryCache().findAll({ queryKey: reviewKeys.allOwn }))
      if (queryKey.at(-1) === update.data.enrolmentId) queryClient.setQueryData(queryKey, update.data);
};

/** Removes a review from all cached lists, after the server has confirmed the removal. */
export const removeCachedReview = (id: string): void => {
  queryClient.setQueriesData<ReviewPages>(
    { queryKey: reviewKeys.lists },
    (cached) =>
      cached && { ...cached, pages: cached.pages.map((page) => remove(page, ({ _id }) => _id === id)) },
  );
};

/** Fetches all shown reviews again. Returns whether they are up to date now. */
export const refetchReviews = async (): Promise<boolean> => {
  const queryKey = reviewKeys.all;
  try {
    await queryClient.invalidateQueries({ queryKey }, { throwOnError: true });
  } catch {
    return false;
  }
  // A retry pauses while the page is hidden, and invalidateQueries does not wait for a request that is already paused.
  return queryClient.getQueryCache().findAll({ queryKey, fetchStatus: 'paused' }).length === 0;
};

/** Ratings are fetched once for all reviews that arrive within this time. */
const ratingsDelayMs = 400;
const coursesWithNewRatings = new Set<string>();
let areAllRatingsOutdated = false;

const refetchRatings = () => {
  const queryKeys = areAllRatingsOutdated
    ? [ratingKeys.all]
    : [ratingKeys.ofAllCourses, ...[...coursesWithNewRatings].map(ratingKeys.course)];
  coursesWithNewRatings.clear();
  areAllRatingsOutdated = false;
  for (const queryKey of queryKeys) void queryClient.invalidateQueries({ queryKey });
};

/** Fetches the ratings of a course again after a delay. @param courseId null if the ratings of any course may have changed. */
const scheduleRatingsRefetch = (courseId: string | null) => {
  if (!areAllRatingsOutdated && coursesWithNewRatings.size === 0) setTimeout(refetchRatings, ratingsDelayMs);
  if (courseId === null) areAllRatingsOutdated = true;
  else coursesWithNewRatings.add(courseId);
};

const refetchEverything = () => {
  void queryClient.invalidateQueries({ queryKey: reviewKeys.all });
  scheduleRatingsRefetch(null);
};

/**
 * `course-restored` and `person-removed` go to nearly all clients, so the clients spread their requests over this time. `user-removed` goes
 * only to Admins, who are few.
 */
const spreadMs = 1_000;

export const registerReviewLiveHandlers = (live: LiveEvents): void => {
  live.updates.on((update) => {
    mergeIntoLists(update);
    mergeIntoOwn(update);
    switch (update.kind) {
      case 'review-added':
      case 'review-changed':
        markChanged(update.data._id);
        scheduleRatingsRefetch(update.data.catalogueId);
        break;
      case 'review-removed':
        scheduleRatingsRefetch(update.data.catalogueId);
        break;
      case 'course-changed':
      case 'course-removed':
        scheduleRatingsRefetch(null);
        break;
      // Only the server knows which reviews disappear with a removed user, and which come back with a restored course.
      case 'user-removed':
        refetchEverything();
        break;
      case 'course-restored':
      case 'person-removed':
        setTimeout(refetchEverything, Math.random() * spreadMs);
        break;
      default:
    }
  });
};
