import { useState } from 'react';
import type { Review } from '#contract/schemas/reviews.ts';

/** A place in the list: a review, or a gap where one was removed. */
type ListSlot = { id: string; review: Review | null };

/**
 * Returns the reviews in the given order with their current content. Removed reviews leave a gap; new reviews are only counted.
 * @param order the ids in the order to show.
 */
export const keepOrder = (
  order: readonly string[],
  reviews: readonly Review[],
): { slots: ListSlot[]; newCount: number } => {
  const byId = new Map(reviews.map((review) => [review._id, review]));
  const slots = order.map((id) => ({ id, review: byId.get(id) ?? null }));
  const shownIds = new Set(order);
  return { slots, newCount: reviews.filter(({ _id }) => !shownIds.has(_id)).length };
};

const takeOrder = (listing: string, reviews: readonly Review[], awaitedId: string | null) => {
  const order = reviews.map(({ _id }) => _id);
  return {
    listing,
    order,
    isOutdated: false,
    awaitedId: awaitedId && order.includes(awaitedId) ? null : awaitedId,
  };
};

/**
 * Keeps a list from moving while somebody reads it, see {@link keepOrder}.
 * @param listing identifies what is listed. The list is updated when this text changes.
 * @returns the slots, `newCount`, and `update`, which brings the list up to date. `update(id)` with the id of a
 * restored review also updates the list again when that review arrives: a server that lags behind may return the list without it at first.
 */
export const useStableList = (reviews: readonly Review[], listing: string) => {
  const [state, setState] = useState(() => takeOrder(listing, reviews, null));
  const { awaitedId } = state;
  const hasArrived = awaitedId !== null && reviews.some(({ _id }) => _id === awaitedId);
  if (state.listing !== listing || state.isOutdated || hasArrived)
    setState(takeOrder(listing, reviews, awaitedId));
  const update = (restoredId?: string) =>
    setState((before) => ({ ...before, isOutdated: true, awaitedId: restoredId ?? before.awaitedId }));
  return { ...keepOrder(state.order, reviews), update };
};
