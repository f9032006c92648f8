import type { Announcement, AnnouncementType } from '#contract/schemas/announcements.ts';
import type { AnnouncementsTable } from '#platform/read-tables/announcements.ts';

/** An announcement with the current names of its poster and its course. */
export type AnnouncementRow = Omit<AnnouncementsTable, 'withdrawn' | 'position'> & {
  user_name: string | null;
  course_name: string | null;
  course_code: string | null;
};

/**
 * Converts a row to JSON, for GET answers and live messages alike.
 * @param readerId the user who reads it; null for anybody but the poster.
 */
export const presentAnnouncement = (row: AnnouncementRow, readerId: string | null): Announcement => ({
  _id: row.id,
  type: row.type as AnnouncementType,
  date: row.date,
  text: row.body,
  userType: row.user_type as Announcement['userType'],
  userName: row.user_name,
  own: row.user_id === readerId,
  courseId: row.course_id,
  courseName: row.course_name,
  courseCode: row.course_code,
  postedAt: row.posted_at.toISOString(),
  position: row.posted_position,
});
