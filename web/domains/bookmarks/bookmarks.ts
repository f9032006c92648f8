import { queryOptions, useQuery } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { useMemo } from 'react';
import { type Bookmark, bookmarkList } from '#contract/bookmarks.ts';
import { getAt } from '../../client/api/get.ts';
import { listenLive } from '../../client/live/listeners.ts';
import { withMissed } from '../../client/live/with-missed.ts';
import { unansweredAtom } from '../../client/outbox/waiting.ts';
import { queryClient } from '../../client/query-client.ts';
import { studentEmailAtom } from '../../client/session/student.ts';
import { mergeIntoBookmarks } from './merge.ts';
import { withUnanswered } from './unanswered.ts';

const key = ['bookmarks'] as const;

/** Changes what is known of the present student's bookmarks; does nothing while nothing is known. */
export const changeBookmarks = (change: (list: readonly Bookmark[]) => readonly Bookmark[]): void => {
  queryClient.setQueriesData<readonly Bookmark[]>({ queryKey: key }, (list) => list && change(list));
};

listenLive((message) => {
  changeBookmarks((list) => mergeIntoBookmarks(list, message));
  // A restored course brings its bookmarks back; which, only the server knows.
  if (message.kind === 'course-restored') void queryClient.invalidateQueries({ queryKey: key });
});

const bookmarksQuery = (email: string) =>
  queryOptions({
    queryKey: [...key, email],
    queryFn: ({ signal }): Promise<readonly Bookmark[]> =>
      withMissed<readonly Bookmark[]>(
        () => getAt(`/bookmarks/${encodeURIComponent(email)}`, bookmarkList, { signal }),
        mergeIntoBookmarks,
      ),
  });

/** The signed-in student's bookmarks, as they will be once what waits is sent; for everybody else nothing is asked. */
export const useBookmarks = () => {
  const email = useAtomValue(studentEmailAtom);
  const acts = useAtomValue(unansweredAtom);
  const { data, error, isFetching, refetch } = useQuery({
    ...bookmarksQuery(email ?? ''),
    enabled: email !== null,
  });
  const shown = useMemo(() => data && withUnanswered(data, acts), [data, acts]);
  return { data: shown, error, isFetching, refetch };
};
