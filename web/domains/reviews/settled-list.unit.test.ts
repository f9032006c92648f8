import { expect, test } from 'vitest';
import type { Review } from '#contract/reviews.ts';
import { settledList } from './settled-list.ts';

const review = (id: string, rating = 5) => ({ _id: id, rating }) as Review;
const shown = (order: string[], reviews: Review[]) => {
  const { places, waiting } = settledList(order, reviews);
  return [places.map((place) => (place.review ? `${place.id} ${place.review.rating}` : 'gap')), waiting];
};

test('what is new waits, what changed changes in its place, what is gone leaves a gap', () => {
  expect(shown(['a', 'b', 'c'], [review('a'), review('b'), review('c')])).toEqual([['a 5', 'b 5', 'c 5'], 0]);
  expect(shown(['a', 'b', 'c'], [review('new'), review('c', 9), review('a')])).toEqual([
    ['a 5', 'gap', 'c 9'],
    1,
  ]);
});
