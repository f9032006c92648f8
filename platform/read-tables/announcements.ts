import type { Announcement, AnnouncementType } from '#contract/schemas/announcements.ts';

/** `read.announcements`: announcements, including student messages with their recipients. Written by the projector only. */
export type AnnouncementsTable = {
  id: string;
  user_id: string;
  user_type: Announcement['userType'];
  /** Null: for all users. */
  course_id: string | null;
  /** The students of the course who may read it; null: all of them. */
  recipient_ids: string[] | null;
  type: AnnouncementType;
  /** YYYY-MM-DD: the day that the poster's client sent, or else the server's day. */
  date: string;
  body: string;
  withdrawn: boolean;
  posted_at: Date;
  posted_position: number;
  position: number;
};
