import type { Announcement, AnnouncementType } from '#contract/schemas/announcements.ts';

/** `read.announcements`: announcements, including student messages with their recipients. */
export type AnnouncementsTable = {
  id: string;
  user_id: string;
  user_type: Announcement['userType'];
  /** Null: for all users. */
  course_id: string | null;
  /** The recipients of a student message; null for other announcements. */
  recipient_ids: string[] | null;
  type: AnnouncementType;
  /** YYYY-MM-DD: the date that the poster's client sent, or else the date in UTC. */
  date: string;
  body: string;
  withdrawn: boolean;
  posted_at: Date;
  /** The position of the event that posted the announcement. */
  posted_position: number;
  /** The position of the last event that changed this row. */
  position: number;
};
