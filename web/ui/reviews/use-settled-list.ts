import { useState } from 'react';
import type { Review } from '#events/contract/reviews.ts';
import { settledList } from '../../lib/reviews/settled-list.ts';

const idsOf = (reviews: readonly Review[]) => reviews.map(({ _id }) => _id);

/**
 * Keeps a list still while it is read, see {@link settledList}.
 * @param occasion the list settles when this is another: another order was chosen, or more were asked for.
 * @returns besides, `settle`, which lets it be as it is now.
 */
export const useSettledList = (reviews: readonly Review[], occasion: string) => {
  const [settled, setSettled] = useState({ occasion, order: idsOf(reviews), again: false });
  // One's own act has happened to it: it is as it is now, from the next time that it is drawn.
  if (settled.occasion !== occasion || settled.again)
    setSettled({ occasion, order: idsOf(reviews), again: false });
  const settle = () => setSettled((before) => ({ ...before, again: true }));
  return { ...settledList(settled.order, reviews), settle };
};
