import { z } from 'zod/mini';
import { courseIdField } from '../fields/course-id.ts';
import { claimedEmail, ignoredText, ignoredTextOrNumber } from '../fields/redundant-fields.ts';
import { shownLine } from '../fields/text.ts';

/**
 * Body of POST /bookmarks. Copied course fields are accepted and ignored. `bookmarkedEmail`, if given, must be the signed-in
 * user's.
 */
export const newBookmark = z.object({
  courseId: courseIdField,
  courseName: ignoredText('Course name'),
  courseCode: ignoredText('Course code'),
  difficulty: ignoredTextOrNumber('Difficulty'),
  bookmarkedEmail: claimedEmail,
});

/** A bookmark as GET /bookmarks/{email} returns it, with the course as it is now. */
export const bookmark = z.object({
  _id: z.uuid(),
  courseId: z.uuid(),
  courseName: shownLine(),
  courseCode: z.string(),
  difficulty: shownLine(),
  bookmarkedEmail: z.string(),
  bookmarkedAt: z.iso.datetime(),
});
export const bookmarkList = z.array(bookmark);
export type Bookmark = z.infer<typeof bookmark>;
