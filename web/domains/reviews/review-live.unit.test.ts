import { expect, test } from 'vitest';
import type { LiveMessage } from '#contract/live-messages.ts';
import type { Review, ReviewSort } from '#contract/schemas/reviews.ts';
import { mergeIntoReviews, type ReviewListing, type ReviewPage } from './review-live.ts';

/** A review that was written in the given minute. */
const review = (minute: number, rating: number, changes: Partial<Review> = {}): Review => ({
  _id: `r${minute}`,
  rating,
  comment: 'Good.',
  courseId: 'enrolment-1',
  enrolmentId: 'enrolment-1',
  catalogueId: 'maths',
  userEmail: 's•••@example.org',
  userName: 'Sam',
  own: false,
  courseName: 'Maths',
  courseCode: 'MTH',
  courseImageUrl: '/m.svg',
  reviewedAt: new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString(),
  revised: false,
  ...changes,
});
const added = (data: Review): LiveMessage => ({ position: 9, kind: 'review-added', data });
const changed = (data: Review): LiveMessage => ({ position: 9, kind: 'review-changed', data });
/** A page as the server returned it at position 8. */
const page = (reviews: Review[], next: string | null = null): ReviewPage => ({
  reviews,
  next,
  end: reviews.at(-1) ?? null,
  readAtPosition: 8,
});
const newest: ReviewListing = { sort: 'newest', courseId: null };
const mergePages = (pages: ReviewPage[], message: LiveMessage, listing = newest) =>
  mergeIntoReviews({ pages }, message, listing).pages.map(({ reviews }) =>
    reviews.map(({ _id, rating }) => `${_id} ${rating}`),
  );
const merge = (list: ReviewPage, message: LiveMessage, sort: ReviewSort = 'newest') =>
  mergePages([list], message, { ...newest, sort })[0];

test('inserts a new review in order', () => {
  const byTime = page([review(3, 5), review(1, 9)]);
  expect(merge(byTime, added(review(4, 1)))).toEqual(['r4 1', 'r3 5', 'r1 9']);
  expect(merge(byTime, added(review(2, 1)))).toEqual(['r3 5', 'r2 1', 'r1 9']);
  const byRating = page([review(1, 9), review(3, 5)]);
  expect(merge(byRating, added(review(4, 5)), 'highest')).toEqual(['r1 9', 'r4 5', 'r3 5']);
  expect(merge(page([review(3, 5), review(1, 9)]), added(review(4, 10)), 'lowest')).toEqual([
    'r3 5',
    'r1 9',
    'r4 10',
  ]);
});

test('does not insert a review of a removed course', () => {
  const own = review(4, 1, { own: true, unlisted: true });
  expect(merge(page([review(3, 5)]), changed(own))).toEqual(['r3 5']);
});

test('does not insert a review that belongs on another page', () => {
  const first = page([review(5, 9), review(4, 9)], 'more');
  expect(merge(first, added(review(2, 9)))).toEqual(['r5 9', 'r4 9']);
  expect(merge(first, added(review(6, 9)))).toEqual(['r6 9', 'r5 9', 'r4 9']);
  const second = page([review(3, 9), review(1, 9)]);
  expect(mergePages([first, second], added(review(6, 9)))[1]).toEqual(['r3 9', 'r1 9']);
  expect(mergePages([first, second], added(review(2, 9)))[1]).toEqual(['r3 9', 'r2 9', 'r1 9']);
  expect(merge(page([], 'more'), added(review(2, 9)))).toEqual([]);
});

test('moves a revised review to its new place or removes it from the page, and ignores older updates', () => {
  const list = page([review(3, 5), review(1, 9)], 'more');
  const revised = review(1, 2, { reviewedAt: review(7, 2).reviewedAt });
  expect(merge(list, changed(revised))).toEqual(['r1 2', 'r3 5']);
  expect(merge(page([review(1, 9), review(3, 5)], 'more'), changed(revised), 'highest')).toEqual(['r3 5']);
  const later = page([revised]);
  const pages = { pages: [later] };
  expect(mergeIntoReviews(pages, changed(review(1, 9)), newest)).toBe(pages);
});

test('keeps a revised review that the next page does not contain', () => {
  // The server's next page still begins after the place that the last review had with its former rating of 7.
  const list = page([review(3, 9), review(2, 8), review(1, 7)], 'more');
  const revised = review(1, 7.5, { reviewedAt: review(7, 2).reviewedAt });
  expect(merge(list, changed(revised), 'highest')).toEqual(['r3 9', 'r2 8', 'r1 7.5']);
});

test('ignores an update that a page already contains', () => {
  const older = { ...page([review(5, 9)], 'more'), readAtPosition: 8 };
  const newer = { ...page([review(1, 9)]), readAtPosition: 9 };
  const removal: LiveMessage = {
    position: 9,
    kind: 'review-removed',
    data: { _id: 'r1', catalogueId: 'maths' },
  };
  expect(mergePages([older, newer], removal)).toEqual([['r5 9'], ['r1 9']]);
});

test('ignores reviews of other courses', () => {
  const list = page([review(3, 5)]);
  const listing = { sort: 'newest', courseId: 'physics' } as const;
  expect(mergePages([list], added(review(4, 1)), listing)).toEqual([['r3 5']]);
  const ofCourse = review(4, 1, { catalogueId: 'physics' });
  expect(mergePages([list], added(ofCourse), listing)).toEqual([['r4 1', 'r3 5']]);
});

test('removes reviews, alone or with their course, and updates the course name', () => {
  const list = page([review(3, 5), review(2, 5, { catalogueId: 'physics' }), review(1, 9)]);
  const removed = { _id: 'r3', catalogueId: 'maths' };
  expect(merge(list, { position: 9, kind: 'review-removed', data: removed })).toEqual(['r2 5', 'r1 9']);
  expect(merge(list, { position: 9, kind: 'course-removed', data: { _id: 'maths' } })).toEqual(['r2 5']);
  const renamed = {
    position: 9,
    kind: 'course-changed',
    data: { _id: 'maths', course_name: 'Mathematics', course_code: 'MTH', imageUrl: '/m2.svg' },
  } as LiveMessage;
  const pages = { pages: [list] };
  const names = mergeIntoReviews(pages, renamed, newest).pages[0]?.reviews.map(
    ({ courseName }) => courseName,
  );
  expect(names).toEqual(['Mathematics', 'Maths', 'Mathematics']);
  expect(mergeIntoReviews(pages, { position: 9, kind: 'person-removed', data: null }, newest)).toBe(pages);
});
