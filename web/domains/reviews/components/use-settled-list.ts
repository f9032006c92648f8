import { useState } from 'react';
import type { Review } from '#contract/reviews.ts';
import { settledList } from '../settled-list.ts';

const idsOf = (reviews: readonly Review[]) => reviews.map(({ _id }) => _id);

const settledAs = (occasion: string, reviews: readonly Review[], awaited: string | null) => {
  const order = idsOf(reviews);
  return { occasion, order, again: false, awaited: awaited && order.includes(awaited) ? null : awaited };
};

/**
 * Keeps a list still while it is read, see {@link settledList}.
 * @param occasion the list settles when this is another: another order was chosen, or more were asked for.
 * @returns besides, `settle`, which lets it be as it is now; and, given the id of a review that one has brought back, also as
 * it is when that one is there: a server that is behind answers without it, and it comes later.
 */
export const useSettledList = (reviews: readonly Review[], occasion: string) => {
  const [settled, setSettled] = useState(() => settledAs(occasion, reviews, null));
  const { awaited } = settled;
  const hasCome = awaited !== null && reviews.some(({ _id }) => _id === awaited);
  // One's own act has happened to it: it is as it is now, from the next time that it is drawn.
  if (settled.occasion !== occasion || settled.again || hasCome)
    setSettled(settledAs(occasion, reviews, awaited));
  const settle = (broughtBack?: string) =>
    setSettled((before) => ({ ...before, again: true, awaited: broughtBack ?? before.awaited }));
  return { ...settledList(settled.order, reviews), settle };
};
