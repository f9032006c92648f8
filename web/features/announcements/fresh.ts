import { useState } from 'react';
import type { Announcement } from '#events/contract/announcements.ts';

/**
 * Keeps a list still under a reader's eyes: what comes to its top later waits until it is asked for. One's own, and what is
 * older than the newest that is shown (it was brought back, or fetched), is shown at once.
 * @returns what to show, how many wait, and the way to show them.
 */
export const useHeldBack = (list: readonly Announcement[]) => {
  const [upTo, setUpTo] = useState(() => list[0]?.position ?? 0);
  const shown = list.filter(({ own, position }) => own || position <= upTo);
  return {
    shown,
    waiting: list.length - shown.length,
    show: () => setUpTo(list[0]?.position ?? 0),
  };
};
