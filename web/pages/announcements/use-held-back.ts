import { useState } from 'react';
import type { Announcement } from '#contract/schemas/announcements.ts';
import { getVisibleSince, isForOthers, type Seen } from '../../domains/announcements/announcement-seen.ts';

/**
 * Returns the announcements to show: those up to the log position `upTo`, and those that are not for this user (`isForOthers`).
 * Newer ones for this user are only counted.
 * @param list newest first.
 * @returns `shownUpTo`: a log position. All announcements that became visible to the user up to that position are shown.
 */
export const holdBackNew = <A extends Pick<Announcement, 'own' | 'selection' | 'position' | 'courseId'>>(
  list: readonly A[],
  upTo: number,
  joinedAt: Seen['joinedAt'],
) => {
  const shown = list.filter((announcement) => isForOthers(announcement) || announcement.position <= upTo);
  const newCount = list.length - shown.length;
  return {
    shown,
    newCount,
    // While announcements are held back, those for others must not advance the position, because they may be newer than the held-back ones.
    shownUpTo:
      newCount > 0
        ? upTo
        : Math.max(0, ...list.map((announcement) => getVisibleSince(announcement, joinedAt))),
  };
};

/**
 * Keeps a list from moving while somebody reads it: new announcements are held back until `show` is called. Announcements for
 * others (`isForOthers`), and older ones that were restored or fetched later, are shown at once.
 */
export const useHeldBack = (list: readonly Announcement[], joinedAt: Seen['joinedAt']) => {
  const [upTo, setUpTo] = useState(() => list[0]?.position ?? 0);
  return { ...holdBackNew(list, upTo, joinedAt), show: () => setUpTo(list[0]?.position ?? 0) };
};
