import type { Bookmark } from '#contract/schemas/bookmarks.ts';

/** A bookmark with data of its course and its owner. */
export type BookmarkRow = {
  id: string;
  course_id: string;
  bookmarked_at: Date;
  name: string;
  code: string;
  difficulty: string;
  email: string;
};

/** Converts a row to JSON, for GET answers and live updates alike. */
export const presentBookmark = (row: BookmarkRow): Bookmark => ({
  _id: row.id,
  courseId: row.course_id,
  courseName: row.name,
  courseCode: row.code,
  difficulty: row.difficulty,
  bookmarkedEmail: row.email,
  bookmarkedAt: row.bookmarked_at.toISOString(),
});
