import type { Review } from '#contract/reviews.ts';

/** What stands in one place of a list that is being read: a review, or the gap that one left. */
export type Place = { id: string; review: Review | null };

/**
 * A list that does not move under its reader: reviews stand in the order in which they were when the list was settled, as
 * they are now; one that is gone leaves a gap; those that came since wait.
 * @param order the ids as they stood.
 * @returns `places` as they are shown, `waiting` how many others there are.
 */
export const settledList = (
  order: readonly string[],
  reviews: readonly Review[],
): { places: Place[]; waiting: number } => {
  const known = new Map(reviews.map((review) => [review._id, review]));
  const places = order.map((id) => ({ id, review: known.get(id) ?? null }));
  const shown = new Set(order);
  return { places, waiting: reviews.filter(({ _id }) => !shown.has(_id)).length };
};
