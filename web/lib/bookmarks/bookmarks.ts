import { queryOptions, useQuery } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { type Bookmark, bookmarkList } from '#events/contract/bookmarks.ts';
import { getAt } from '../api/get.ts';
import { listenLive } from '../live/listeners.ts';
import { withMissed } from '../live/with-missed.ts';
import { queryClient } from '../query-client.ts';
import { studentEmailAtom } from '../session/student.ts';
import { mergeIntoBookmarks } from './merge.ts';

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

/** The signed-in student's bookmarks; for everybody else nothing is asked. */
export const useBookmarks = () => {
  const email = useAtomValue(studentEmailAtom);
  return useQuery({ ...bookmarksQuery(email ?? ''), enabled: email !== null });
};
