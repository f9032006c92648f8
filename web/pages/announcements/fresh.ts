import { useState } from 'react';
import type { Announcement } from '#contract/announcements.ts';
import { reachedAt, type Seen } from '../../domains/announcements/merge.ts';

type Placed = Pick<Announcement, 'own' | 'position' | 'courseId'>;

/**
 * What of a list (newest first) is shown by who looked at it up to a position: what came later waits, one's own aside.
 * @param joined where the person came to their courses: what was announced in them before is seen no earlier than there.
 * @returns `seenUpTo`: everything up to there is shown. One's own may stand above what waits, and says nothing of it.
 */
export const heldBack = <A extends Placed>(list: readonly A[], upTo: number, joined: Seen['joined']) => {
  const shown = list.filter(({ own, position }) => own || position <= upTo);
  const waiting = list.length - shown.length;
  return {
    shown,
    waiting,
    seenUpTo: waiting > 0 ? upTo : Math.max(0, ...list.map((one) => reachedAt(one, joined))),
  };
};

/**
 * Keeps a list still under a reader's eyes: what comes to its top later waits until it is asked for. One's own, and what is
 * older than the newest that is shown (it was brought back, or fetched), is shown at once.
 * @returns what to show, how many wait, up to where all is shown, and the way to show the rest.
 */
export const useHeldBack = (list: readonly Announcement[], joined: Seen['joined']) => {
  const [upTo, setUpTo] = useState(() => list[0]?.position ?? 0);
  return { ...heldBack(list, upTo, joined), show: () => setUpTo(list[0]?.position ?? 0) };
};
