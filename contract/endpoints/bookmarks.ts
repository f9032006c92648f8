import { bookmarkList, newBookmark } from '../schemas/bookmarks.ts';
import { deleteAnswer, insertAnswer } from '../schemas/command-results.ts';
import { type Endpoint, emailInPath, endpointDefaults, idInPath } from './endpoint.ts';

/** A student’s bookmarks. */
export const bookmarkEndpoints = {
  addBookmark: {
    ...endpointDefaults,
    method: 'POST',
    path: '/bookmarks',
    group: 'learning',
    summary:
      'Bookmarks a course. If the course is already bookmarked, returns the insertedId of that bookmark.',
    access: 'course.bookmark',
    body: newBookmark,
    answer: insertAnswer,
    problems: ['no-such-course', 'course-withdrawn'],
  },
  listBookmarks: {
    ...endpointDefaults,
    disclosure: 'bookmarks',
    method: 'GET',
    path: '/bookmarks/{email}',
    group: 'learning',
    summary: 'A student’s bookmarks of courses that are in the catalogue.',
    access: 'self',
    params: emailInPath,
    answer: bookmarkList,
  },
  removeBookmark: {
    ...endpointDefaults,
    method: 'DELETE',
    path: '/bookmarks/{id}',
    group: 'learning',
    summary: 'Removes one’s own bookmark.',
    access: 'course.bookmark',
    params: idInPath,
    answer: deleteAnswer,
  },
} as const satisfies Record<string, Endpoint>;
