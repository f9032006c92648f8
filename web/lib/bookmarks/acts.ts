import { deleteAnswer, insertAnswer } from '#events/contract/answers.ts';
import type { Bookmark } from '#events/contract/bookmarks.ts';
import type { Course } from '#events/contract/courses.ts';
import { act } from '../api/act.ts';

/** Bookmarks a course; doing it twice is doing it once. @throws ApiError */
export const addBookmark = (course: Course, email: string) =>
  act('POST', '/bookmarks', insertAnswer, {
    body: {
      courseId: course._id,
      courseName: course.course_name,
      courseCode: course.course_code,
      difficulty: course.difficulty,
      bookmarkedEmail: email,
    },
  });

/** Takes a bookmark away. @throws ApiError */
export const removeBookmark = ({ _id }: Bookmark) =>
  act('DELETE', `/bookmarks/${encodeURIComponent(_id)}`, deleteAnswer);
