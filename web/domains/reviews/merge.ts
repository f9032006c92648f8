import type { Course } from '#contract/courses.ts';
import type { LiveMessage } from '#contract/live.ts';
import type { Review, ReviewSort } from '#contract/reviews.ts';

/** Which reviews, and in which order; `courseId` null: those of all courses. */
export type ReviewListing = { sort: ReviewSort; courseId: string | null };
/** A page of the list: its reviews, and the cursor of the page after it (null: it is the last). */
export type ReviewPage = { reviews: readonly Review[]; next: string | null };

const byTime = (a: Review, b: Review) => Date.parse(b.reviewedAt) - Date.parse(a.reviewedAt);
const orders: Record<ReviewSort, (a: Review, b: Review) => number> = {
  newest: byTime,
  highest: (a, b) => b.rating - a.rating || byTime(a, b),
  lowest: (a, b) => a.rating - b.rating || byTime(a, b),
};

const without = (page: ReviewPage, isGone: (review: Review) => boolean): ReviewPage =>
  page.reviews.some(isGone) ? { ...page, reviews: page.reviews.filter((review) => !isGone(review)) } : page;

const withReview = (
  page: ReviewPage,
  review: Review,
  { sort, courseId }: ReviewListing,
  after: Review | null,
): ReviewPage => {
  const known = page.reviews.find(({ _id }) => _id === review._id);
  // An older message must not overwrite what a later answer said.
  if (known && Date.parse(known.reviewedAt) > Date.parse(review.reviewedAt)) return page;
  if (courseId !== null && review.catalogueId !== courseId) return page;
  const order = orders[sort];
  const others = page.reviews.filter(({ _id }) => _id !== review._id);
  const last = others.at(-1);
  const belongsHere =
    (after === null || after._id === review._id || order(after, review) <= 0) &&
    (page.next === null || (last !== undefined && order(review, last) <= 0));
  if (!belongsHere) return known ? { ...page, reviews: others } : page;
  const place = others.findIndex((other) => order(review, other) <= 0);
  return { ...page, reviews: others.toSpliced(place === -1 ? others.length : place, 0, review) };
};

const withCourse = (page: ReviewPage, course: Course): ReviewPage =>
  page.reviews.some(({ catalogueId }) => catalogueId === course._id)
    ? {
        ...page,
        reviews: page.reviews.map((review) =>
          review.catalogueId === course._id
            ? {
                ...review,
                courseName: course.course_name,
                courseCode: course.course_code,
                courseImageUrl: course.imageUrl,
              }
            : review,
        ),
      }
    : page;

/**
 * A page of a list of reviews after one live message; the same page when nothing of it differs. What is new stands where
 * the order puts it if that is within this page; beyond the last page that is known it waits to be fetched.
 * @param after the review that the page before ended with; null for the first page.
 */
export const mergeIntoPage = (
  page: ReviewPage,
  message: LiveMessage,
  listing: ReviewListing,
  after: Review | null,
): ReviewPage => {
  switch (message.kind) {
    case 'review-added':
    case 'review-changed':
      return withReview(page, message.data, listing, after);
    case 'review-removed':
      return without(page, ({ _id }) => _id === message.data._id);
    case 'course-removed':
      return without(page, ({ catalogueId }) => catalogueId === message.data._id);
    case 'course-changed':
      return withCourse(page, message.data);
    default:
      return page;
  }
};
