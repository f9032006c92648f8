import { z } from 'zod';
import { courseIdInBody } from './course-id.ts';

/** Body of POST /bookmarks. What a client copies of the course or the person is taken and ignored: ids decide. */
export const newBookmark = z.object({
  courseId: courseIdInBody,
  courseName: z.string().max(20_000).optional(),
  courseCode: z.string().max(20_000).optional(),
  difficulty: z.union([z.string().max(20_000), z.number()]).optional(),
  bookmarkedEmail: z.string().max(320).optional(),
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
