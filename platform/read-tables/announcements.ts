/** `read.announcements`: what was announced, and for whom. Written by the projector alone. */
export type AnnouncementsTable = {
  id: string;
  user_id: string;
  user_type: string;
  /** Null: for everybody who is signed in. */
  course_id: string | null;
  type: string;
  /** YYYY-MM-DD, by the poster's clock. */
  date: string;
  body: string;
  withdrawn: boolean;
  posted_at: Date;
  posted_position: number;
  position: number;
};
