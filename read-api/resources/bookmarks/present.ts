import type { Bookmark } from '#contract/bookmarks.ts';

/** A bookmark with what is shown of its course and its owner. */
export type BookmarkRow = {
  id: string;
  course_id: string;
  bookmarked_at: Date;
  name: string;
  code: string;
  difficulty: string;
  email: string;
};

/** The only way from a row to JSON: answers and live messages are the same. */
export const presentBookmark = (row: BookmarkRow): Bookmark => ({
  _id: row.id,
  courseId: row.course_id,
  courseName: row.name,
  courseCode: row.code,
  difficulty: row.difficulty,
  bookmarkedEmail: row.email,
  bookmarkedAt: row.bookmarked_at.toISOString(),
});
