import type { Bookmark } from '#contract/bookmarks.ts';
import type { Course } from '#contract/courses.ts';
import type { LiveMessage } from '#contract/live.ts';

/** A bookmark that was clicked and not answered yet has no id of the server's. */
export const pending = 'pending';
export const isPending = ({ _id }: Bookmark): boolean => _id === pending;

/** The list with the bookmark in its place in time; it replaces whatever was known for the same course. */
export const withBookmark = (list: readonly Bookmark[], bookmark: Bookmark): readonly Bookmark[] =>
  [...list.filter(({ courseId }) => courseId !== bookmark.courseId), bookmark].sort(
    (a, b) => Date.parse(a.bookmarkedAt) - Date.parse(b.bookmarkedAt),
  );

/** The list with the bookmark, unless its course has one already. */
export const putBack = (list: readonly Bookmark[], bookmark: Bookmark): readonly Bookmark[] =>
  list.some(({ courseId }) => courseId === bookmark.courseId) ? list : withBookmark(list, bookmark);

/** The list without the bookmark of this id. */
export const withoutBookmark = (list: readonly Bookmark[], id: string): readonly Bookmark[] =>
  list.filter(({ _id }) => _id !== id);

const withCourse = (list: readonly Bookmark[], course: Course): readonly Bookmark[] =>
  list.map((bookmark) =>
    bookmark.courseId === course._id
      ? {
          ...bookmark,
          courseName: course.course_name,
          courseCode: course.course_code,
          difficulty: course.difficulty,
        }
      : bookmark,
  );

/** A student's bookmarks, in the order in which they were set, after one live message. */
export const mergeIntoBookmarks = (list: readonly Bookmark[], message: LiveMessage): readonly Bookmark[] => {
  switch (message.kind) {
    case 'bookmark-added':
      return withBookmark(list, message.data);
    case 'bookmark-removed':
      return withoutBookmark(list, message.data._id);
    case 'course-removed':
      return list.filter(({ courseId }) => courseId !== message.data._id);
    case 'course-changed':
      return withCourse(list, message.data);
    default:
      return list;
  }
};
