import { useState } from 'react';
import type { Announcement } from '#events/contract/announcements.ts';

type Placed = Pick<Announcement, 'own' | 'position'>;

/**
 * What of a list (newest first) is shown by who looked at it up to a position: what came later waits, one's own aside.
 * @returns `seenUpTo`: everything up to there is shown. One's own may stand above what waits, and says nothing of it.
 */
export const heldBack = <A extends Placed>(list: readonly A[], upTo: number) => {
  const shown = list.filter(({ own, position }) => own || position <= upTo);
  const waiting = list.length - shown.length;
  return { shown, waiting, seenUpTo: waiting > 0 ? upTo : (list[0]?.position ?? 0) };
};

/**
 * Keeps a list still under a reader's eyes: what comes to its top later waits until it is asked for. One's own, and what is
 * older than the newest that is shown (it was brought back, or fetched), is shown at once.
 * @returns what to show, how many wait, up to where all is shown, and the way to show the rest.
 */
export const useHeldBack = (list: readonly Announcement[]) => {
  const [upTo, setUpTo] = useState(() => list[0]?.position ?? 0);
  return { ...heldBack(list, upTo), show: () => setUpTo(list[0]?.position ?? 0) };
};
