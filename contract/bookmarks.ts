import { z } from 'zod';
import { claimedEmail, copiedText, copiedTextOrNumber } from './copied.ts';
import { courseIdInBody } from './course-id.ts';

/** Body of POST /bookmarks. What a client copies of the course or the person is taken and ignored: ids decide. */
export const newBookmark = z.object({
  courseId: courseIdInBody,
  courseName: copiedText('Course name'),
  courseCode: copiedText('Course code'),
  difficulty: copiedTextOrNumber('Difficulty'),
  bookmarkedEmail: claimedEmail,
});

/** A bookmark as GET /bookmarks/{email} shows it: the course as it is now. */
export const bookmark = z.object({
  _id: z.uuid(),
  courseId: z.uuid(),
  courseName: z.string(),
  courseCode: z.string(),
  difficulty: z.string(),
  bookmarkedEmail: z.string(),
  bookmarkedAt: z.iso.datetime(),
});
export const bookmarkList = z.array(bookmark);
export type Bookmark = z.infer<typeof bookmark>;
