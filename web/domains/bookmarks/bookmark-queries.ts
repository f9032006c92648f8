import { queryOptions, useQuery } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { useMemo } from 'react';
import { type Bookmark, bookmarkList } from '#contract/schemas/bookmarks.ts';
import { getWithPosition } from '../../client/api/get.ts';
import { fetchAndCatchUp } from '../../client/live/fetch-and-catch-up.ts';
import { pendingActionsAtom } from '../../client/outbox/outbox-atoms.ts';
import { studentEmailAtom } from '../../client/session/session.ts';
import { bookmarksKey, mergeIntoBookmarks } from './bookmark-live.ts';
import { applyPendingActions } from './pending-bookmarks.ts';

const bookmarksQuery = (email: string) =>
  queryOptions({
    queryKey: [...bookmarksKey, email],
    queryFn: ({ signal }): Promise<readonly Bookmark[]> =>
      fetchAndCatchUp<readonly Bookmark[]>(
        () => getWithPosition(`/bookmarks/${encodeURIComponent(email)}`, bookmarkList, { signal }),
        mergeIntoBookmarks,
      ),
  });

/** The signed-in student's bookmarks, including pending additions and removals. Disabled for everybody else. */
export const useBookmarks = () => {
  const email = useAtomValue(studentEmailAtom);
  const pendingActions = useAtomValue(pendingActionsAtom);
  const { data, error, isFetching, refetch } = useQuery({
    ...bookmarksQuery(email ?? ''),
    enabled: email !== null,
  });
  const bookmarks = useMemo(() => data && applyPendingActions(data, pendingActions), [data, pendingActions]);
  return { data: bookmarks, error, isFetching, refetch };
};
