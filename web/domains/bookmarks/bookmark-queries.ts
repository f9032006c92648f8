import { useQuery } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { useMemo } from 'react';
import { type Bookmark, bookmarkList } from '#contract/schemas/bookmarks.ts';
import { getWithPosition } from '../../client/api/get.ts';
import { fetchAndCatchUp } from '../../client/live/fetch-and-catch-up.ts';
import { pendingActionsAtom } from '../../client/outbox/outbox-atoms.ts';
import { studentEmailAtom } from '../../client/session/session.ts';
import { bookmarksKey, mergeIntoBookmarks } from './bookmark-live.ts';
import { applyPendingActions } from './pending-bookmarks.ts';

/** Returns the signed-in student's bookmarks as they will be after the pending additions and removals. Disabled for everybody else. */
export const useBookmarks = () => {
  const email = useAtomValue(studentEmailAtom) ?? '';
  const pendingActions = useAtomValue(pendingActionsAtom);
  const query = useQuery({
    queryKey: [...bookmarksKey, email],
    queryFn: ({ signal }) =>
      fetchAndCatchUp<readonly Bookmark[]>(
        () => getWithPosition(`/bookmarks/${encodeURIComponent(email)}`, bookmarkList, { signal }),
        mergeIntoBookmarks,
      ),
    enabled: email !== '',
  });
  const { data } = query;
  const bookmarks = useMemo(() => data && applyPendingActions(data, pendingActions), [data, pendingActions]);
  return { ...query, data: bookmarks };
};
