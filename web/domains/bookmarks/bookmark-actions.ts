import type { Bookmark } from '#contract/schemas/bookmarks.ts';
import { deleteAnswer, insertAnswer } from '#contract/schemas/command-results.ts';
import type { ListedCourse } from '#contract/schemas/courses.ts';
import { defineActionKind } from '../../client/outbox/action-kinds.ts';
import { enqueueAction } from '../../client/outbox/enqueue-action.ts';
import {
  insertIfMissing,
  mergeIntoCachedBookmarks,
  omitBookmark,
  refetchBookmarks,
  updateCachedBookmarks,
} from './bookmark-live.ts';
import { addBookmarkKind, removeBookmarkKind, toBookmark } from './pending-bookmarks.ts';

const catchUp = { merge: mergeIntoCachedBookmarks, refetch: refetchBookmarks };

const addAction = defineActionKind({
  name: addBookmarkKind,
  answerSchema: insertAnswer,
  cached: {
    ...catchUp,
    update: ({ insertedId }, action) => {
      const bookmark = toBookmark(action, insertedId);
      if (bookmark) updateCachedBookmarks((list) => insertIfMissing(list, bookmark));
    },
  },
});

const removeAction = defineActionKind({
  name: removeBookmarkKind,
  answerSchema: deleteAnswer,
  cached: {
    ...catchUp,
    update: (_, { about }) => updateCachedBookmarks((list) => omitBookmark(list, about)),
  },
});

export const bookmarkActionKinds = [addAction, removeAction];

/** Bookmarks a course. Bookmarking it again changes nothing. @throws ApiError */
export const addBookmark = (course: ListedCourse, email: string) =>
  enqueueAction(addAction, {
    about: course._id,
    words: `Bookmark ${course.course_name}`,
    method: 'POST',
    path: '/bookmarks',
    body: {
      courseId: course._id,
      courseName: course.course_name,
      courseCode: course.course_code,
      difficulty: course.difficulty,
      bookmarkedEmail: email,
    },
  });

export const removeBookmark = ({ _id, courseName }: Bookmark) =>
  enqueueAction(removeAction, {
    about: _id,
    words: `Remove the bookmark for ${courseName}`,
    method: 'DELETE',
    path: `/bookmarks/${encodeURIComponent(_id)}`,
  });
