import { useMutation } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import type { Bookmark } from '#contract/schemas/bookmarks.ts';
import { findPendingAction, pendingActionsAtom } from '../../client/outbox/outbox-atoms.ts';
import { discardOrReport, showActionFailure, showOfflineNotice } from '../../client/outbox/outbox-toasts.ts';
import { toast } from '../../ui/toast.ts';
import { removeBookmark } from './bookmark-actions.ts';
import { isPendingBookmark } from './bookmark-live.ts';
import { addBookmarkKind } from './pending-bookmarks.ts';

/** Returns a function that removes a bookmark. If the action that adds the bookmark is still pending, the function discards that action instead. */
export const useRemoveBookmark = (): ((bookmark: Bookmark) => void) => {
  const pendingActions = useAtomValue(pendingActionsAtom);
  const { mutate } = useMutation({
    mutationFn: removeBookmark,
    onMutate: showOfflineNotice,
    onError: showActionFailure,
    onSuccess: (_, bookmark) => toast.success(`${bookmark.courseName} was removed from your bookmarks.`),
  });
  return (bookmark) => {
    if (!isPendingBookmark(bookmark)) return mutate(bookmark);
    const action = findPendingAction(pendingActions, addBookmarkKind, bookmark.courseId);
    if (action) void discardOrReport(action.key);
  };
};
