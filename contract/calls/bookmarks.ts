import { deleteAnswer, insertAnswer } from '../answers.ts';
import { bookmarkList, newBookmark } from '../bookmarks.ts';
import { bare, type Call, emailInPath, idInPath } from './call.ts';

/** A student’s bookmarks. */
export const bookmarkCalls = {
  addBookmark: {
    ...bare,
    method: 'POST',
    path: '/bookmarks',
    group: 'learning',
    summary: 'Bookmarks a course; a repetition answers the first insertedId.',
    who: 'course.bookmark',
    body: newBookmark,
    answer: insertAnswer,
    problems: ['no-such-course', 'course-withdrawn'],
  },
  listBookmarks: {
    ...bare,
    discloses: 'bookmarks',
    method: 'GET',
    path: '/bookmarks/{email}',
    group: 'learning',
    summary: 'A student’s bookmarks, of courses that are in the catalogue.',
    who: 'self',
    params: emailInPath,
    answer: bookmarkList,
  },
  removeBookmark: {
    ...bare,
    method: 'DELETE',
    path: '/bookmarks/{id}',
    group: 'learning',
    summary: 'Takes one’s own bookmark away.',
    who: 'course.bookmark',
    params: idInPath,
    answer: deleteAnswer,
  },
} as const satisfies Record<string, Call>;
