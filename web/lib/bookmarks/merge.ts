import type { Bookmark } from '#events/contract/bookmarks.ts';
import type { Course } from '#events/contract/courses.ts';
import type { LiveMessage } from '#events/contract/live.ts';

/** A bookmark that was clicked and not answered yet has no id of the server's. */
const pending = 'pending';
export const isPending = ({ _id }: Bookmark): boolean => _id === pending;

/** What a student sees of a bookmark at once, before the server has answered. */
export const pendingBookmark = (course: Course, email: string, now = new Date()): Bookmark => ({
  _id: pending,
  courseId: course._id,
  courseName: course.course_name,
  courseCode: course.course_code,
  difficulty: course.difficulty,
  bookmarkedEmail: email,
  bookmarkedAt: now.toISOString(),
});

/** The list with the bookmark in its place in time; it replaces whatever was known for the same course. */
export const withBookmark = (list: readonly Bookmark[], bookmark: Bookmark): readonly Bookmark[] =>
  [...list.filter(({ courseId }) => courseId !== bookmark.courseId), bookmark].sort(
    (a, b) => Date.parse(a.bookmarkedAt) - Date.parse(b.bookmarkedAt),
  );

/** Puts a bookmark back whose removal failed, unless the course was bookmarked anew meanwhile. */
export const putBack = (list: readonly Bookmark[], bookmark: Bookmark): readonly Bookmark[] =>
  list.some(({ courseId }) => courseId === bookmark.courseId) ? list : withBookmark(list, bookmark);

/** Takes an unanswered bookmark away again; one that the server has meanwhile told of stays. */
export const withoutPending = (list: readonly Bookmark[], courseId: string): readonly Bookmark[] =>
  list.filter((bookmark) => bookmark.courseId !== courseId || !isPending(bookmark));

/** The unanswered bookmark with the id that the server gave it. */
export const withId = (list: readonly Bookmark[], courseId: string, _id: string): readonly Bookmark[] =>
  list.map((bookmark) =>
    bookmark.courseId === courseId && isPending(bookmark) ? { ...bookmark, _id } : bookmark,
  );

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
      return list.filter(({ _id }) => _id !== message.data._id);
    case 'course-removed':
      return list.filter(({ courseId }) => courseId !== message.data._id);
    case 'course-changed':
      return withCourse(list, message.data);
    default:
      return list;
  }
};
