import { expect, test } from 'vitest';
import type { Review } from '#contract/schemas/reviews.ts';
import { keepOrder } from './use-stable-list.ts';

const review = (id: string, rating = 5) => ({ _id: id, rating }) as Review;
const show = (order: string[], reviews: Review[]) => {
  const { slots, newCount } = keepOrder(order, reviews);
  return [slots.map((slot) => (slot.review ? `${slot.id} ${slot.review.rating}` : 'gap')), newCount];
};

test('updates reviews in place, leaves gaps for removed reviews and only counts new reviews', () => {
  expect(show(['a', 'b', 'c'], [review('a'), review('b'), review('c')])).toEqual([['a 5', 'b 5', 'c 5'], 0]);
  expect(show(['a', 'b', 'c'], [review('new'), review('c', 9), review('a')])).toEqual([
    ['a 5', 'gap', 'c 9'],
    1,
  ]);
});
