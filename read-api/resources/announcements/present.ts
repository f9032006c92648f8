import type { Announcement } from '#contract/schemas/announcements.ts';
import type { AnnouncementsTable } from '#platform/read-tables/announcements.ts';

/** An announcement with the current names of its poster and its course. */
export type AnnouncementRow = Omit<AnnouncementsTable, 'withdrawn' | 'position' | 'recipient_ids'> & {
  /** The number of selected students; null unless the announcement is a student message. */
  recipient_count: number | null;
  user_name: string | null;
  course_name: string | null;
  course_code: string | null;
};

/**
 * Converts a row to JSON, for GET answers and live updates alike.
 * @param reader.userId the user who reads the announcement; null stands for any user except its poster.
 * @param reader.isAdmin only Admins and the sender of a student message learn how many recipients it has.
 */
export const presentAnnouncement = (
  row: AnnouncementRow,
  reader: { userId: string | null; isAdmin: boolean },
): Announcement => ({
  _id: row.id,
  type: row.type,
  date: row.date,
  text: row.body,
  userType: row.user_type,
  userName: row.user_name,
  own: row.user_id === reader.userId,
  courseId: row.course_id,
  courseName: row.course_name,
  courseCode: row.course_code,
  ...(row.recipient_count !== null && {
    selection: { recipients: reader.isAdmin || row.user_id === reader.userId ? row.recipient_count : null },
  }),
  postedAt: row.posted_at.toISOString(),
  position: row.posted_position,
});
