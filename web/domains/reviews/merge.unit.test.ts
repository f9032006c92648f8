import { expect, test } from 'vitest';
import type { LiveMessage } from '#contract/live.ts';
import type { Review, ReviewSort } from '#contract/reviews.ts';
import { mergeIntoPage, type ReviewPage } from './merge.ts';

/** A review of the minute, with the rating; 'a7' is a review of course a. */
const review = (minute: number, rating: number, changes: Partial<Review> = {}): Review => ({
  _id: `r${minute}`,
  rating,
  comment: 'Good.',
  courseId: 'way',
  enrolmentId: 'way',
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
const page = (reviews: Review[], next: string | null = null): ReviewPage => ({ reviews, next });
const merged = (
  list: ReviewPage,
  message: LiveMessage,
  sort: ReviewSort = 'newest',
  after: Review | null = null,
) =>
  mergeIntoPage(list, message, { sort, courseId: null }, after).reviews.map(
    ({ _id, rating }) => `${_id} ${rating}`,
  );

test('a new review stands where the order puts it', () => {
  const byTime = page([review(3, 5), review(1, 9)]);
  expect(merged(byTime, added(review(4, 1)))).toEqual(['r4 1', 'r3 5', 'r1 9']);
  expect(merged(byTime, added(review(2, 1)))).toEqual(['r3 5', 'r2 1', 'r1 9']);
  const byRating = page([review(1, 9), review(3, 5)]);
  expect(merged(byRating, added(review(4, 5)), 'highest')).toEqual(['r1 9', 'r4 5', 'r3 5']);
  expect(merged(page([review(3, 5), review(1, 9)]), added(review(4, 10)), 'lowest')).toEqual([
    'r3 5',
    'r1 9',
    'r4 10',
  ]);
});

test('what belongs beyond this page, or before it, is not put into it', () => {
  const first = page([review(5, 9), review(4, 9)], 'more');
  expect(merged(first, added(review(2, 9)))).toEqual(['r5 9', 'r4 9']);
  expect(merged(first, added(review(6, 9)))).toEqual(['r6 9', 'r5 9', 'r4 9']);
  const second = page([review(3, 9), review(1, 9)]);
  expect(merged(second, added(review(6, 9)), 'newest', review(4, 9))).toEqual(['r3 9', 'r1 9']);
  expect(merged(second, added(review(2, 9)), 'newest', review(4, 9))).toEqual(['r3 9', 'r2 9', 'r1 9']);
  expect(merged(page([], 'more'), added(review(2, 9)))).toEqual([]);
});

test('a revised review moves to its new place, or out of the page; an older message changes nothing', () => {
  const list = page([review(3, 5), review(1, 9)], 'more');
  const revised = review(1, 2, { reviewedAt: review(7, 2).reviewedAt });
  expect(merged(list, changed(revised))).toEqual(['r1 2', 'r3 5']);
  expect(merged(page([review(1, 9), review(3, 5)], 'more'), changed(revised), 'highest')).toEqual(['r3 5']);
  const later = page([revised]);
  expect(mergeIntoPage(later, changed(review(1, 9)), { sort: 'newest', courseId: null }, null)).toBe(later);
});

test('of another course than the one that is shown nothing comes in', () => {
  const list = page([review(3, 5)]);
  const listing = { sort: 'newest', courseId: 'physics' } as const;
  expect(mergeIntoPage(list, added(review(4, 1)), listing, null)).toBe(list);
  const own = review(4, 1, { catalogueId: 'physics' });
  expect(mergeIntoPage(list, added(own), listing, null).reviews).toHaveLength(2);
});

test('what was removed leaves, alone or with its course; a course’s new name is shown', () => {
  const list = page([review(3, 5), review(2, 5, { catalogueId: 'physics' }), review(1, 9)]);
  const gone = { _id: 'r3', catalogueId: 'maths' };
  expect(merged(list, { position: 9, kind: 'review-removed', data: gone })).toEqual(['r2 5', 'r1 9']);
  expect(merged(list, { position: 9, kind: 'course-removed', data: { _id: 'maths' } })).toEqual(['r2 5']);
  const renamed = {
    position: 9,
    kind: 'course-changed',
    data: { _id: 'maths', course_name: 'Mathematics', course_code: 'MTH', imageUrl: '/m2.svg' },
  } as LiveMessage;
  const { reviews } = mergeIntoPage(list, renamed, { sort: 'newest', courseId: null }, null);
  expect(reviews.map(({ courseName }) => courseName)).toEqual(['Mathematics', 'Maths', 'Mathematics']);
  expect(
    mergeIntoPage(
      list,
      { position: 9, kind: 'person-removed', data: null },
      { sort: 'newest', courseId: null },
      null,
    ),
  ).toBe(list);
});
