import { z } from 'zod';

/** Body of POST /bookmarks. What a client copies of the course or the person is taken and ignored: ids decide. */
export const newBookmark = z.object({
  courseId: z.uuid({ error: 'The course id must be a UUID.' }),
  courseName: z.string().max(20_000).optional(),
  courseCode: z.string().max(20_000).optional(),
  difficulty: z.coerce.string().max(20_000).optional(),
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
export type Bookmark = z.infer<typeof bookmark>;
