import { deleteAnswer, insertAnswer } from '#contract/answers.ts';
import type { Bookmark } from '#contract/bookmarks.ts';
import type { Course } from '#contract/courses.ts';
import { actKind } from '../../client/outbox/kinds.ts';
import { doWhenPossible } from '../../client/outbox/own-outbox.ts';
import { changeBookmarks } from './bookmarks.ts';
import { putBack, withoutBookmark } from './merge.ts';
import { addKind, bookmarkOf, removeKind } from './unanswered.ts';

const adding = actKind({
  name: addKind,
  answer: insertAnswer,
  answered: ({ insertedId }, act) => {
    const bookmark = bookmarkOf(act, insertedId);
    if (bookmark) changeBookmarks((list) => putBack(list, bookmark));
  },
});

const removing = actKind({
  name: removeKind,
  answer: deleteAnswer,
  answered: (_, { about }) => changeBookmarks((list) => withoutBookmark(list, about)),
});

/** Bookmarks a course; doing it twice is doing it once. @throws ApiError */
export const addBookmark = (course: Course, email: string) =>
  doWhenPossible(adding, {
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

/** Takes a bookmark away. @throws ApiError */
export const removeBookmark = ({ _id, courseName }: Bookmark) =>
  doWhenPossible(removing, {
    about: _id,
    words: `Remove the bookmark of ${courseName}`,
    method: 'DELETE',
    path: `/bookmarks/${encodeURIComponent(_id)}`,
  });
