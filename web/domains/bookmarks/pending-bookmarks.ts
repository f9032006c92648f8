import { z } from 'zod/mini';
import { type Bookmark, bookmark } from '#contract/schemas/bookmarks.ts';
import type { PendingAction } from '../../client/outbox/pending-action.ts';
import { insertIfMissing, omitBookmark, pendingId } from './bookmark-live.ts';

export const addBookmarkKind = 'bookmark';
export const removeBookmarkKind = 'bookmark-removal';

const requestBody = z.omit(bookmark, { _id: true, bookmarkedAt: true });

/** Converts a pending action into the bookmark that it adds, or null if its body has a different shape. */
export const toBookmark = (
  { body, madeAt }: Pick<PendingAction, 'body' | 'madeAt'>,
  _id: string = pendingId,
): Bookmark | null => {
  const { data } = requestBody.safeParse(body);
  return data ? { ...data, _id, bookmarkedAt: new Date(madeAt).toISOString() } : null;
};

/** Returns the bookmarks as they will be after the pending actions, so that every click takes effect at once. */
export const applyPendingActions = (
  list: readonly Bookmark[],
  actions: readonly PendingAction[],
): readonly Bookmark[] => {
  let bookmarks = list;
  for (const action of actions) {
    const added = action.kind === addBookmarkKind ? toBookmark(action) : null;
    if (added) bookmarks = insertIfMissing(bookmarks, added);
    else if (action.kind === removeBookmarkKind) bookmarks = omitBookmark(bookmarks, action.about);
  }
  return bookmarks;
};
