import type { LiveMessage } from '#contract/live-messages.ts';
import type { Bookmark } from '#contract/schemas/bookmarks.ts';
import type { Course } from '#contract/schemas/courses.ts';
import { changeItems } from '../../client/live/change-items.ts';
import type { LiveEvents } from '../../client/live/live-events.ts';
import { queryClient } from '../../client/query-client.ts';

export const bookmarksKey = ['bookmarks'] as const;

/** Changes the cached bookmarks, if there are any. */
export const updateCachedBookmarks = (change: (list: readonly Bookmark[]) => readonly Bookmark[]): void => {
  queryClient.setQueriesData<readonly Bookmark[]>({ queryKey: bookmarksKey }, (list) => list && change(list));
};

export const refetchBookmarks = (): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: bookmarksKey });

/** The id of a bookmark that the server has not confirmed yet. */
export const pendingId = 'pending';
export const isPendingBookmark = ({ _id }: Bookmark): boolean => _id === pendingId;

/** Inserts a bookmark into the list, which is sorted by time, oldest first. Replaces another bookmark for the same course. */
export const insertBookmark = (list: readonly Bookmark[], bookmark: Bookmark): readonly Bookmark[] =>
  [...list.filter(({ courseId }) => courseId !== bookmark.courseId), bookmark].sort(
    (a, b) => Date.parse(a.bookmarkedAt) - Date.parse(b.bookmarkedAt),
  );

/** Inserts a bookmark unless its course has one. */
export const insertIfMissing = (list: readonly Bookmark[], bookmark: Bookmark): readonly Bookmark[] =>
  list.some(({ courseId }) => courseId === bookmark.courseId) ? list : insertBookmark(list, bookmark);

export const omitBookmark = (list: readonly Bookmark[], id: string): readonly Bookmark[] =>
  list.filter(({ _id }) => _id !== id);

const copyCourseFields = (list: readonly Bookmark[], course: Course): readonly Bookmark[] =>
  changeItems(list, ({ courseId }) => courseId === course._id, {
    courseName: course.course_name,
    courseCode: course.course_code,
    difficulty: course.difficulty,
  });

/** Applies one live update to a student's bookmarks. */
export const mergeIntoBookmarks = (list: readonly Bookmark[], update: LiveMessage): readonly Bookmark[] => {
  switch (update.kind) {
    case 'bookmark-added':
      return insertBookmark(list, update.data);
    case 'bookmark-removed':
      return omitBookmark(list, update.data._id);
    case 'course-removed':
      return list.filter(({ courseId }) => courseId !== update.data._id);
    case 'course-changed':
      return copyCourseFields(list, update.data);
    default:
      return list;
  }
};

/** Applies one live update to the cached bookmarks. */
export const mergeIntoCachedBookmarks = (update: LiveMessage): void => {
  updateCachedBookmarks((list) => mergeIntoBookmarks(list, update));
  // The bookmarks of a restored course come back. Only the server knows which bookmarks these are.
  if (update.kind === 'course-restored') void refetchBookmarks();
};

export const registerBookmarkLiveHandlers = (live: LiveEvents): void => {
  live.updates.on(mergeIntoCachedBookmarks);
};
